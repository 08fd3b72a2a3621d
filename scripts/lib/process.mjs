// Runs commands for the other scripts: names each step, times it, and stops at the end what was started.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
export const data = path.resolve(process.env.CELADON_DATA ?? path.join(root, '.data'));
/** Where other people's programs are fetched to; CELADON_TOOLS names a folder that several checkouts share. */
export const tools = path.resolve(process.env.CELADON_TOOLS || path.join(root, '.data/tools'));

/** Something a person can act on; printed without a stack. */
export class Failure extends Error {}

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
export const bold = (text) => (colour ? `\x1b[1m${text}\x1b[0m` : text);

/** What a step beside others has printed so far. */
const kept = new AsyncLocalStorage();
const print = (text) => {
  const lines = kept.getStore();
  if (lines) lines.push(text);
  else process.stdout.write(text);
};
export const say = (text = '') => print(`${text}\n`);

/** Each step that ran: its title, seconds, whether it ended well, and a `note` to say instead of that. */
export const steps = [];

export async function step(title, work) {
  process.stdout.write(`\n${bold(`== ${title}`)}\n`);
  const began = Date.now();
  const record = { title, seconds: 0, ok: false };
  steps.push(record);
  try {
    const result = await work(record);
    record.ok = true;
    return result;
  } finally {
    record.seconds = Math.round((Date.now() - began) / 100) / 10;
    const lines = kept.getStore()?.splice(0) ?? [];
    if (lines.length) process.stdout.write(`\n${bold(`== ${title}, which has ended`)}\n${lines.join('')}`);
  }
}

/**
 * Does all of this at once. The first prints as it goes; of the others each step prints its lines together when it ends. A failure lets
 * the others come to their end, so that one run tells of both.
 */
export async function together(first, ...others) {
  const results = await Promise.allSettled([first(), ...others.map((work) => kept.run([], work))]);
  const [failed, ...further] = new Set(results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason));
  for (const reason of further) say(`\n${reason instanceof Failure ? reason.message : reason.stack}`);
  if (failed) throw failed;
}

// A closed pipe, as in `scripts/run | head`, must not leave Postgres running.
process.stdout.on('error', () => {});

const running = new Set();
const cleanups = [];
let stopping;

/** Something to undo when the script ends, in whatever way; the last one first. */
export const atEnd = (undo) => cleanups.push(undo);

/**
 * Starts a command in a process group of its own: a Ctrl-C reaches this script alone, which stops
 * what it started in order. With `log` the output goes into that file, with `onLine` to the caller
 * as well as to the terminal.
 */
export function start(command, args, { log, onLine, env, cwd = root } = {}) {
  const file = log && fs.openSync(log, 'a', 0o600);
  const isKept = kept.getStore() !== undefined;
  const output = file ?? (onLine || isKept ? 'pipe' : 'inherit');
  const child = spawn(command, args, {
    cwd,
    detached: true,
    env: { ...process.env, ...(file && { NO_COLOR: '1' }), ...env },
    stdio: ['ignore', output, file ?? (isKept ? 'pipe' : 'inherit')],
  });
  if (file) fs.closeSync(file);
  running.add(child);
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    print(text);
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    if (onLine) lines.forEach(onLine);
  });
  child.stderr?.setEncoding('utf8').on('data', print);
  child.ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.code === 'ENOENT' ? `${command} is not installed` : error.message));
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : code));
  }).finally(() => running.delete(child));
  return child;
}

/** Runs a command to its end; anything but success is a failure that names it. */
export async function run(command, args, options = {}) {
  const code = await start(command, args, options).ended;
  if (code === 0) return;
  if (options.log) process.stderr.write(`${tail(options.log)}\n`);
  throw new Failure(`${command} ${args.slice(0, 3).join(' ')} did not succeed (${code}).`);
}

/** What a quick command prints, or undefined when it fails. */
export function output(command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', cwd: root, maxBuffer: 64 << 20, ...options });
  return result.status === 0 ? result.stdout : undefined;
}

export const tail = (file, lines = 25) => fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');

function signal(child, name) {
  try {
    process.kill(-child.pid, name);
  } catch {
    // It has ended already.
  }
}

export async function stop(child, patience = 20_000) {
  if (!running.has(child)) return;
  signal(child, 'SIGTERM');
  const impatient = setTimeout(() => signal(child, 'SIGKILL'), patience);
  await child.ended;
  clearTimeout(impatient);
}

/** Stops everything that was started and undoes what is to be undone; answers whether all of it went well. */
export async function tidy() {
  let well = true;
  // What goes on beside it may start another one meanwhile.
  while (running.size) await stop([...running].at(-1));
  for (const undo of cleanups.splice(0).reverse()) {
    try {
      await undo();
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
      well = false;
    }
  }
  return well;
}

/** Stops everything and leaves with this exit code. */
export function end(code) {
  stopping ??= (async () => {
    const well = await tidy();
    process.exit(code || (well ? 0 : 1));
  })();
  return stopping;
}

/** Runs a script's body; however it ends, everything it started ends too. */
export async function main(body) {
  for (const [name, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) {
    process.on(name, () => {
      if (stopping) for (const child of running) signal(child, 'SIGKILL');
      else say('\nStopping ...');
      void end(code);
    });
  }
  try {
    await end((await body()) ?? 0);
  } catch (error) {
    if (!stopping) process.stderr.write(`\n${error instanceof Failure ? error.message : error.stack}\n`);
    await end(1);
  }
}

/**
 * A port on which nothing listens, or undefined where the wanted one is taken. One that is not wanted lies below those that the system gives
 * to connections: among them, a connection could have it before the program that is to listen on it has started.
 */
export async function freePort(wanted, host = '127.0.0.1') {
  for (;;) {
    const port = wanted || crypto.randomInt(10_000, 22_000);
    if (await isFree(port, host)) return port;
    if (wanted) return undefined;
  }
}

const isFree = (port, host) =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
