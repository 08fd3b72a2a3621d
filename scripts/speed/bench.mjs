// Measures the server against what Postgres itself can do, as ratios in one run. Called by scripts/bench.
//
// --short measures at 16 connections only; --clinics N visits so many small clinics (100);
// --only WORD measures the workloads whose name holds it; --server FILE measures this program and builds none;
// --as-is leaves the tables as a newer program has made them, which this one could not;
// --make makes the clinics, which are kept, and measures nothing; --table FILE also writes the tables there.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { capture, logStatements } from './benchmark/capture.mjs';
import { signIn } from './benchmark/cookies.mjs';
import { makeClinics, quiet, restore, token, unsign } from './benchmark/data.mjs';
import { floors, layers } from './benchmark/floor.mjs';
import { sendRequest, load, needWrk } from './benchmark/load.mjs';
import { backends, cpu, machine, memory } from '../lib/machine.mjs';
import { open } from './benchmark/postgres.mjs';
import { openScreens } from './benchmark/screens.mjs';
import { clinicsTable, table } from './benchmark/tables.mjs';
import { serve } from './benchmark/server.mjs';
import { workloads } from './benchmark/workloads.mjs';
import { Failure, data, freePort, main, output, run, say, step, steps } from '../lib/process.mjs';

const { values: wanted } = parseArgs({
  options: { short: { type: 'boolean' }, clinics: { type: 'string', default: '100' }, only: { type: 'string' }, server: { type: 'string' }, make: { type: 'boolean' }, 'as-is': { type: 'boolean' }, table: { type: 'string' } },
});
const seconds = wanted.short ? 3 : 5;
const levels = wanted.short ? [16] : [2, 16, 64];
/** The floor has a connection of its own for each of its clients; a clinic has half of these. */
const connected = { DATABASE_CONNECTIONS: '16' };

/** Runs one workload at one level, with what it cost. */
async function measure(server, postgres, workload, clinics, options) {
  load(server, workload, clinics, { ...options, seconds: 1 });
  await quiet(postgres);
  if (workload.once) unsign(postgres, clinics[0]);
  const before = [cpu(server.pid), cpu(postgres.postmaster, true)];
  const seen = load(server, workload, clinics, options);
  const after = [cpu(server.pid), cpu(postgres.postmaster, true)];
  await quiet(postgres);
  const [serverCpu, postgresCpu] = after.map((now, n) => ((now - before[n]) / seen.requests) * 1000);
  return { ...seen, serverCpu, postgresCpu, memory: memory(server.pid), backends: backends(postgres.postmaster) };
}

/** Several runs as one: what was counted is added, what was timed is averaged by its requests. */
function together(runs) {
  const requests = runs.reduce((all, run) => all + run.requests, 0);
  const mean = (name) => runs.reduce((all, run) => all + run[name] * run.requests, 0) / requests;
  const named = ['rate', 'p50', 'p99', 'serverCpu', 'postgresCpu'].map((name) => [name, mean(name)]);
  return { ...runs.at(-1), requests, ...Object.fromEntries(named) };
}

/** The statements of each call of each workload, by a server whose sessions are logged. */
async function captured(celadon, environment, postgres, big, list) {
  logStatements(postgres, true);
  const server = await serve(celadon, environment);
  const found = new Map();
  for (const workload of list) {
    const calls = [];
    for (const call of workload.calls) {
      // Unusual numbers, which are easy to find among the values.
      const chosen = (turn) => 7_311 + turn;
      const value = (turn) => (workload.portal ? token(chosen(turn)) : chosen(turn));
      const statements = await capture(postgres, (turn) => sendRequest(server, call, big, value(turn)));
      const hash = workload.portal ? crypto.createHash('sha256').update(value(3)).digest('hex') : undefined;
      calls.push({ path: call.path, statements, is: { value: chosen(3), hash } });
    }
    found.set(workload.name, calls);
  }
  await server.stop();
  logStatements(postgres, false);
  return found;
}

/** The server to be measured: the one that was named, or this source's release build. */
async function program() {
  if (wanted.server) return path.resolve(wanted.server);
  await step('The build', () => run('cargo', ['build', '--release', '--locked', '--bin', 'celadon']));
  const { target_directory: target } = JSON.parse(output('cargo', ['metadata', '--no-deps', '--format-version', '1']));
  return path.join(target, 'release/celadon');
}

await main(async () => {
  if (process.platform !== 'linux') throw new Failure('The benchmark reads /proc: it runs on Linux only.');
  needWrk();
  delete process.env.DATABASE_URL;
  fs.mkdirSync(data, { recursive: true });
  const celadon = await program();

  const file = path.join(data, 'secrets.json');
  if (!fs.existsSync(file)) fs.writeFileSync(file, JSON.stringify({ key: crypto.randomBytes(32).toString('hex'), gateway: crypto.randomBytes(16).toString('hex') }), { mode: 0o600 });
  const secrets = JSON.parse(fs.readFileSync(file, 'utf8'));
  const port = await freePort();
  const postgres = await open();
  const as = (login) => Object.assign(new URL(postgres.url), { username: login, password: secrets.gateway }).href;
  const environment = { PORT: port, DATABASE_URL: as('celadon_gateway'), OWNER_DATABASE_URL: postgres.url, SECRET_KEY: secrets.key, BASE_URL: `http://localhost:${port}` };
  Object.assign(process.env, environment);

  const list = workloads().filter(({ name }) => name.includes(wanted.only ?? ''));
  const { big, small } = await step('The clinics', async () => {
    if (!wanted['as-is']) await run(celadon, ['migrate'], { log: path.join(data, 'migrate.log') });
    const made = await makeClinics(celadon, postgres, Number(wanted.clinics));
    restore(postgres, made.big);
    signIn(postgres, secrets.key, [made.big, ...made.small]);
    return made;
  });
  if (wanted.make) return;
  const gateway = as(`celadon_gateway_s0${big.shard}`);
  const calls = await step('The statements of each request', () => captured(celadon, environment, postgres, big, list));

  const lines = [];
  await step('One clinic', async () => {
    const server = await serve(celadon, { ...environment, ...connected });
    for (const workload of list) {
      const trips = calls.get(workload.name).map(({ statements }) => statements.length);
      for (const connections of levels) {
        // In turns, so that other load of the machine affects both.
        const writes = workload.calls.some(({ method }) => method !== 'GET');
        const rounds = [];
        while (rounds.length < 2) {
          restore(postgres, big, writes);
          const floor = floors(postgres, gateway, big, workload, calls.get(workload.name), { connections, seconds: wanted.short ? 1 : 2 });
          restore(postgres, big, writes);
          rounds.push({ floor, own: await measure(server, postgres, workload, [big], { connections, seconds: wanted.short ? 1 : 2 }) });
        }
        const own = together(rounds.map((round) => round.own));
        const [bare, same, singly] = ['bare', 'same', 'singly'].map((name) => rounds[0].floor[name] && together(rounds.map((round) => ({ ...round.floor[name], requests: 1 }))));
        lines.push({ workload: workload.name, connections, trips, own, floor: { bare, same, singly } });
        say(table([lines.at(-1)], lines.length === 1));
      }
    }
    await server.stop();
  });

  const many = [];
  let readyIn = 0;
  if (small.length && !wanted.only) {
    await step('Many clinics', async () => {
      const server = await serve(celadon, environment);
      readyIn = server.readyIn;
      const workload = { name: 'list 20', calls: [{ method: 'GET', path: '/api/patients?limit=20' }] };
      const counts = [1, 100, 1_000, 5_000].filter((count) => count <= small.length);
      for (const count of counts) {
        // Each clinic is visited several times before, because cold catalogs are not measured here.
        load(server, workload, small.slice(0, count), { connections: 16, seconds: Math.ceil(count / 80) + 1, patients: 20 });
        for (const [spread, skew] of [['uniform', 1], ['skewed', 4]]) {
          if (count === 1 && skew > 1) continue;
          for (const connections of levels) {
            many.push({ count, spread, connections, own: await measure(server, postgres, workload, small.slice(0, count), { connections, seconds, skew, patients: 20 }) });
          }
        }
      }
      await server.stop();
    });
    say(clinicsTable(many));
  }
  const first = calls.get('list 50');
  const telemetry = [];
  if (first) {
    await step('Telemetry', async () => {
      const [workload] = list;
      for (let round = 0; round < (wanted.short ? 1 : 2); round += 1) {
        for (const logging of [undefined, 'off']) {
          const server = await serve(celadon, { ...environment, ...connected }, logging);
          const { rate, serverCpu } = await measure(server, postgres, workload, [big], { connections: 16, seconds: 2 });
          telemetry.push({ logging: logging ?? 'as delivered', rate, serverCpu });
          await server.stop();
        }
      }
    });
    for (const { logging, rate, serverCpu } of telemetry) say(`  list 50, the log ${logging}: ${Math.round(rate)} a second, ${serverCpu.toFixed(2)} CPU seconds of server per 1,000`);
  }
  const screens = [];
  const day = list.find(({ name }) => name === "a day's appointments");
  if (day) {
    await step('Open screens', async () => {
      const server = await serve(celadon, { ...environment, ...connected });
      for (const count of [0, 200, 0, 200]) {
        restore(postgres, big, false);
        const open = openScreens(server, big, count);
        const own = await measure(server, postgres, day, [big], { connections: 4, seconds: 10 });
        screens.push({ count, rate: own.rate, p99: own.p99, ...(await open.close()) });
      }
      await server.stop();
    });
    for (const { count, rate, p99, p50 } of screens) say(`  ${day.name} at 4 connections beside ${count} open screens: ${Math.round(rate)} a second, p99 ${p99.toFixed(1)} ms${count ? `; a screen's question takes ${p50.toFixed(1)} ms` : ''}`);
  }
  const layer = first && (await step('The layers', () => Promise.resolve(layers(postgres, gateway, big, first, { connections: 16, seconds: wanted.short ? 1 : 2 }))));
  if (layer) for (const [name, rate] of Object.entries(layer)) say(`  list 50 in pgbench, ${name}: ${Math.round(rate)} a second`);

  const report = { at: new Date().toISOString(), short: Boolean(wanted.short), seconds, clinics: small.length, readyIn, machine: machine(), steps, lines, many, screens, layers: layer, telemetry, statements: Object.fromEntries(calls) };
  const name = path.join(data, `report-${report.at.replaceAll(/[:.]/g, '-')}.json`);
  fs.writeFileSync(name, JSON.stringify(report, null, 2));
  const tables = [table(lines, true), clinicsTable(many), readyIn ? `From the start to the first answer with ${small.length + 1} clinics: ${readyIn} ms.` : ''].filter(Boolean).join('\n\n');
  say(`\n${tables}\n`);
  if (wanted.table) fs.writeFileSync(wanted.table, `${tables}\n`);
  say(`${steps.map(({ title, seconds: took }) => `${title}: ${took} s`).join(', ')}\n${path.relative(process.cwd(), name)}`);
  restore(postgres, big);
});
