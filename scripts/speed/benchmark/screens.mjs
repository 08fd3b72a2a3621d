// Screens that are left open: each asks every ten seconds whether an appointment has changed, as the web app does.
//
// A process of its own, because wrk is waited for synchronously. Its arguments are in the file that it is given; it prints what the
// answers took when it is stopped.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, data, start, stop } from '../../lib/process.mjs';

const EVERY = 10_000;

/** Opens so many screens at a clinic; `close` answers how many answers came and the times of half and of 99 of a hundred, in milliseconds. */
export function openScreens(server, clinic, count) {
  if (count === 0) return { close: () => Promise.resolve({ answers: 0 }) };
  const [plan, log] = ['screens.json', 'screens.log'].map((name) => path.join(data, name));
  fs.writeFileSync(plan, JSON.stringify({ port: server.port, host: `${clinic.name}.localhost:${server.port}`, cookie: clinic.cookie, count }), { mode: 0o600 });
  fs.rmSync(log, { force: true });
  const child = start(process.execPath, [fileURLToPath(import.meta.url), plan], { log });
  return {
    async close() {
      await stop(child);
      const seen = JSON.parse(fs.readFileSync(log, 'utf8') || '{}');
      if (seen.refused !== 0) throw new Failure(`${seen.refused} of the open screens' requests were refused.`);
      return seen;
    },
  };
}

function sendRequest({ port, host, cookie, agent }) {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/api/appointments/changes', agent, headers: { Host: host, Cookie: cookie } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200));
    });
    request.on('error', () => resolve(false));
  });
}

function run(plan) {
  const times = [];
  let refused = 0;
  const agent = new http.Agent({ keepAlive: true, maxSockets: plan.count });
  const turn = async () => {
    const began = performance.now();
    if (await sendRequest({ ...plan, agent })) times.push(performance.now() - began);
    else refused += 1;
  };
  // Spread over the ten seconds, as screens are that were opened by different people.
  for (let screen = 0; screen < plan.count; screen += 1) {
    setTimeout(() => { void turn(); setInterval(() => void turn(), EVERY); }, (screen / plan.count) * EVERY);
  }
  process.on('SIGTERM', () => {
    times.sort((one, other) => one - other);
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
    process.stdout.write(JSON.stringify({ answers: times.length, refused, p50: at(0.5), p99: at(0.99) }), () => process.exit(0));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) run(JSON.parse(fs.readFileSync(process.argv[2], 'utf8')));
