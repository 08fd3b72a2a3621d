// What the machine can run out of, and a clinic that takes more than its share: files, memory, turns.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '../process.mjs';
import { ask } from './client.mjs';
import { pause } from './world.mjs';

/** What the server holds in memory, in MiB. */
const memory = (world) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${world.server.pid}/status`, 'utf8'))[1]) / 1024;

const limitFiles = (world, soft) => spawnSync('prlimit', ['--pid', String(world.server.pid), `--nofile=${soft}:`]).status === 0;

/** Far fewer files than there are connections: nobody can be let in, and then everybody can again. */
async function noFilesLeft(world, load) {
  if (!fs.existsSync('/proc/self/fd')) return { skipped: 'there is no /proc' };
  const open = fs.readdirSync(`/proc/${world.server.pid}/fd`).length;
  const [, usual] = /Max open files\s+(\d+)/.exec(fs.readFileSync(`/proc/${world.server.pid}/limits`, 'utf8')) ?? [];
  const sockets = [];
  let shut = 0;
  await load.during(async () => {
    if (!limitFiles(world, open + 8)) throw new Failure('prlimit does not work here');
    for (let turn = 0; turn < 200; turn += 1) {
      const socket = net.connect(world.port, '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
    }
    await pause(1000);
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await ask(world, load.doors[0].clinic, 'GET', '/api/auth/session', { cookie: load.doors[0].cookie, timeout: 500, agent: false });
      shut += answer.status === 0 ? 1 : 0;
    }
    sockets.forEach((socket) => socket.destroy());
    limitFiles(world, usual);
    await pause(500);
  });
  if (world.isDown) throw new Failure('the server ended');
  if (shut === 0) throw new Failure('nobody was kept out: the fault was none');
  return `${open} files open, 8 more allowed, 200 connections; ${shut} of 5 asked in vain meanwhile`;
}

/** Many sign-ins at once, each of which costs 19 MiB and a core: turned away, not queued without end. */
async function signInFlood(world, load) {
  const [alpha, beta] = load.doors;
  await world.end();
  await world.serve();
  // What every server takes once: pools, plans, the first hash.
  for (let turn = 0; turn < 20; turn += 1) await ask(world, beta.clinic, 'GET', '/api/patients?search=none', { cookie: beta.cookie });
  const before = memory(world);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memory(world))), 20);
  const flood = Promise.all(Array.from({ length: 200 }, (_, index) => ask(world, alpha.clinic, 'POST', '/api/auth/login', {
    body: { email: `nobody${index}@clinic.example`, password: 'a guess that is long enough' }, timeout: 30_000,
  })));
  const waits = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const began = Date.now();
    const answer = await ask(world, beta.clinic, 'GET', '/api/patients?search=none', { cookie: beta.cookie });
    if (answer.status === 200) waits.push(Date.now() - began);
    await pause(50);
  }
  const answers = await flood;
  clearInterval(watch);
  await pause(1000);
  const after = memory(world);
  const seen = answers.reduce((sum, { status }) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }), {});
  if (Object.keys(seen).some((status) => !['401', '429', '503'].includes(status))) throw new Failure(`the flood was answered ${JSON.stringify(seen)}`);
  if (waits.length < 10) throw new Failure(`only ${waits.length} of 20 reads of the other clinic were served`);
  const cores = Number(spawnSync('nproc', { encoding: 'utf8' }).stdout) || 1;
  if (most - before > cores * 19 + 64) throw new Failure(`memory grew by ${Math.round(most - before)} MiB`);
  await load.write(alpha, 'patient');
  return `200 at once: ${JSON.stringify(seen).replaceAll(/[{}"]/g, '')}; memory ${Math.round(before)} MiB, ${Math.round(most)} at most, ${Math.round(after)} after; the other clinic: ${waits.length} of 20 reads served`;
}

/** Connections that one clinic may hold: half of the five of DATABASE_CONNECTIONS. */
const ONE_CLINICS = 3;

const share = (times, part) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1];

async function timed(world, door, turns) {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const began = Date.now();
    const answer = await ask(world, door.clinic, 'GET', '/api/patients?search=none', { cookie: door.cookie });
    if (answer.status !== 200) throw new Failure(`the quiet clinic is answered ${answer.status}`);
    times.push(Date.now() - began);
  }
  return share(times, 0.95);
}

/** Seconds of a processor that a process has had, all its threads together. */
function processor(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Seconds of all processors in which the machine, whoever works on it, was not idle. */
function busy() {
  const [user, nice, system, , , interrupts, soft] = fs.readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/).slice(1).map(Number);
  return (user + nice + system + interrupts + soft) / 100;
}

/** As many strangers that only calculate as one clinic may hold connections: what sharing the processors costs, whoever has them. */
async function besideStrangers(work) {
  const strangers = Array.from({ length: ONE_CLINICS }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    await pause(500);
    return await work();
  } finally {
    strangers.forEach((stranger) => stranger.kill());
  }
}

/**
 * One clinic asks without pause over many connections, from a process of its own; the other is served every time, and waits no
 * longer than half as long again (or 10 ms: a twentieth of a hundred reads is five of them) as beside strangers that have nothing
 * to do with us. Beside nobody at all it would have the processors to itself, which no bound of ours can give it on a machine with
 * fewer of them than a clinic has connections.
 */
async function noisyClinic(world, load) {
  const [alpha, beta] = load.doors;
  const quiet = await timed(world, beta, 100);
  const strange = await besideStrangers(() => timed(world, beta, 100));
  const noise = spawn(process.execPath, [path.join(import.meta.dirname, 'noise.mjs'), world.port, alpha.clinic, alpha.cookie], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => noise.once('exit', resolve));
  let told = '';
  noise.stdout.setEncoding('utf8').on('data', (text) => (told += text));
  try {
    await pause(500);
    const had = () => [...[noise.pid, world.server.pid].map(processor), busy()];
    const [began, before] = [Date.now(), had()];
    const noisy = await timed(world, beta, 100);
    const seconds = (Date.now() - began) / 1000;
    const [shouting, serving, all] = had().map((now, index) => ((now - before[index]) / seconds).toFixed(1));
    noise.stdin.end();
    await ended;
    await load.write(beta, 'patient');
    const fair = Math.max(quiet, strange);
    if (noisy > Math.max(1.5 * fair, fair + 10)) throw new Failure(`p95 ${noisy} ms beside the noise, ${quiet} alone, ${strange} beside ${ONE_CLINICS} strangers`);
    return `${told.replaceAll(/[{}"]/g, '')} answered to one; the other served 100 of 100, p95 ${quiet} ms alone, ${strange} ms beside ${ONE_CLINICS} strangers that calculate and ${noisy} ms beside the noise; of ${os.availableParallelism()} cores ${all} were at work, for the noise itself ${shouting}, for the server ${serving}`;
  } finally {
    noise.kill();
  }
}

export const faults = [
  ['F19', 'no files left for connections', noFilesLeft, {}],
  ['row 34', 'a flood of sign-ins', signInFlood, {}],
  ['F20', 'a noisy clinic', noisyClinic, {}],
];
