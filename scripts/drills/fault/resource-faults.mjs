// Exhausted resources: no free file descriptors, a flood of sign-ins, and one clinic that sends requests without pause.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Failure } from '../../lib/process.mjs';
import { sendRequest } from './client.mjs';
import { pause } from './world.mjs';

/** The server's resident memory, in MiB. */
const memory = (world) => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${world.server.pid}/status`, 'utf8'))[1]) / 1024;

const limitFiles = (world, soft) => spawnSync('prlimit', ['--pid', String(world.server.pid), `--nofile=${soft}:`]).status === 0;

/** A limit of few more files than are open: new connections fail, and succeed again once the limit is raised. */
async function noFilesLeft(world, load) {
  if (!fs.existsSync('/proc/self/fd')) return { skipped: 'there is no /proc' };
  const open = fs.readdirSync(`/proc/${world.server.pid}/fd`).length;
  const [, usual] = /Max open files\s+(\d+)/.exec(fs.readFileSync(`/proc/${world.server.pid}/limits`, 'utf8')) ?? [];
  const sockets = [];
  let refused = 0;
  await load.during(async () => {
    if (!limitFiles(world, open + 8)) throw new Failure('prlimit does not work here');
    for (let turn = 0; turn < 200; turn += 1) {
      const socket = net.connect(world.port, '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
    }
    await pause(1000);
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await sendRequest(world, load.sessions[0].clinic, 'GET', '/api/auth/session', { cookie: load.sessions[0].cookie, timeout: 500, agent: false });
      refused += answer.status === 0 ? 1 : 0;
    }
    sockets.forEach((socket) => socket.destroy());
    limitFiles(world, usual);
    await pause(500);
  });
  if (world.isDown) throw new Failure('the server ended');
  if (refused === 0) throw new Failure('no request failed, so the limit had no effect');
  return `${open} files open, 8 more allowed, 200 connections; ${refused} of 5 requests failed meanwhile`;
}

/** Many sign-ins at once, each of which costs 19 MiB and a core: they must be refused and not queued without bound. */
async function signInFlood(world, load) {
  const [alpha, beta] = load.sessions;
  await world.end();
  await world.serve();
  // Warm up first, because pools, plans and the first hash allocate memory once.
  for (let turn = 0; turn < 20; turn += 1) await sendRequest(world, beta.clinic, 'GET', '/api/patients?search=none', { cookie: beta.cookie });
  const before = memory(world);
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, memory(world))), 20);
  const flood = Promise.all(Array.from({ length: 200 }, (_, index) => sendRequest(world, alpha.clinic, 'POST', '/api/auth/login', {
    body: { email: `nobody${index}@clinic.example`, password: 'a guess that is long enough' }, timeout: 30_000,
  })));
  const waits = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const began = Date.now();
    const answer = await sendRequest(world, beta.clinic, 'GET', '/api/patients?search=none', { cookie: beta.cookie });
    if (answer.status === 200) waits.push(Date.now() - began);
    await pause(50);
  }
  const answers = await flood;
  clearInterval(sampling);
  await pause(1000);
  const after = memory(world);
  const counts = answers.reduce((sum, { status }) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }), {});
  if (Object.keys(counts).some((status) => !['401', '429', '503'].includes(status))) throw new Failure(`the flood was answered ${JSON.stringify(counts)}`);
  if (waits.length < 10) throw new Failure(`only ${waits.length} of 20 reads of the other clinic were served`);
  const cores = Number(spawnSync('nproc', { encoding: 'utf8' }).stdout) || 1;
  if (most - before > cores * 19 + 64) throw new Failure(`memory grew by ${Math.round(most - before)} MiB`);
  await load.write(alpha, 'patient');
  return `200 at once: ${JSON.stringify(counts).replaceAll(/[{}"]/g, '')}; memory ${Math.round(before)} MiB, ${Math.round(most)} at most, ${Math.round(after)} after; the other clinic: ${waits.length} of 20 reads served`;
}

/** The most connections of one clinic: half of the five of DATABASE_CONNECTIONS, rounded up. */
const CLINIC_CONNECTIONS = 3;

const percentile = (times, part) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * part) - 1];

async function timed(world, session, turns) {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const began = Date.now();
    const answer = await sendRequest(world, session.clinic, 'GET', '/api/patients?search=none', { cookie: session.cookie });
    if (answer.status !== 200) throw new Failure(`the quiet clinic is answered ${answer.status}`);
    times.push(Date.now() - began);
  }
  return percentile(times, 0.95);
}

/** CPU seconds of a process and all its threads. */
function cpuSeconds(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Seconds in which the machine's processors were not idle, for all processes together. */
function busySeconds() {
  const [user, nice, system, , , interrupts, soft] = fs.readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/ +/).slice(1).map(Number);
  return (user + nice + system + interrupts + soft) / 100;
}

/** Runs `work` beside as many busy loops as one clinic may have connections: the cost of shared processors without any request. */
async function besideBusyLoops(work) {
  const loops = Array.from({ length: CLINIC_CONNECTIONS }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    await pause(500);
    return await work();
  } finally {
    loops.forEach((loop) => loop.kill());
  }
}

/**
 * One clinic sends requests without pause over many connections, from a process of its own. Every request of the other clinic must
 * succeed, and its p95 may be at most 1.5 times (or 10 ms more than) the p95 beside processes that only use the processors. The
 * comparison is not with an idle machine: with fewer processors than a clinic has connections, no limit of the server can give the
 * other clinic that time.
 */
async function noisyClinic(world, load) {
  const [alpha, beta] = load.sessions;
  const quiet = await timed(world, beta, 100);
  const besideLoops = await besideBusyLoops(() => timed(world, beta, 100));
  const noise = spawn(process.execPath, [path.join(import.meta.dirname, 'noisy-clinic.mjs'), world.port, alpha.clinic, alpha.cookie], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => noise.once('exit', resolve));
  let output = '';
  noise.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  try {
    await pause(500);
    const used = () => [...[noise.pid, world.server.pid].map(cpuSeconds), busySeconds()];
    const [began, before] = [Date.now(), used()];
    const noisy = await timed(world, beta, 100);
    const seconds = (Date.now() - began) / 1000;
    const [noiseCpu, serverCpu, allCpu] = used().map((now, index) => ((now - before[index]) / seconds).toFixed(1));
    noise.stdin.end();
    await ended;
    await load.write(beta, 'patient');
    const fair = Math.max(quiet, besideLoops);
    if (noisy > Math.max(1.5 * fair, fair + 10)) throw new Failure(`p95 ${noisy} ms beside the noise, ${quiet} alone, ${besideLoops} beside ${CLINIC_CONNECTIONS} busy loops`);
    return `${output.replaceAll(/[{}"]/g, '')} answered to one; the other served 100 of 100, p95 ${quiet} ms alone, ${besideLoops} ms beside ${CLINIC_CONNECTIONS} busy loops and ${noisy} ms beside the noise; of ${os.availableParallelism()} cores ${allCpu} were busy, ${noiseCpu} with the noisy clinic's client, ${serverCpu} with the server`;
  } finally {
    noise.kill();
  }
}

export const faults = [
  ['F19', 'no files left for connections', noFilesLeft, {}],
  ['row 34', 'a flood of sign-ins', signInFlood, {}],
  ['F20', 'a noisy clinic', noisyClinic, {}],
];
