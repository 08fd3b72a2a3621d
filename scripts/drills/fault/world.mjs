// The set-up of every fault: a Postgres with full crash safety, two clinics, the built server, and a proxy between.
import crypto from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { postgresProgram, startPostgres, stopPostgres } from '../../lib/postgres.mjs';
import { Failure, atEnd, freePort, output, start, stop, tail } from '../../lib/process.mjs';
import { startProxy } from './proxy.mjs';

export const PASSWORD = 'a long enough password';
export const CLINICS = ['alpha', 'beta'];
const OWNER = 'owner@clinic.example';

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function waitUntil(what, seconds, condition) {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await pause(50)) if (await condition()) return;
  throw new Failure(`${what}: not within ${seconds} s`);
}

/** The shim that makes Postgres' disk slow or full; nothing where there is no C compiler. */
function buildShim(folder) {
  const shim = path.join(folder, 'shim.so');
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', shim, path.join(import.meta.dirname, 'shim.c'), '-ldl']);
  return built.status === 0 ? shim : undefined;
}

export function findBinary() {
  const workspace = output('cargo', ['metadata', '--no-deps', '--format-version', '1']);
  const binary = process.env.CELADON_PROGRAM ?? (workspace && path.join(JSON.parse(workspace).target_directory, 'debug/celadon'));
  if (!binary || !fs.existsSync(binary)) throw new Failure('The server is not built: cargo build --locked');
  return binary;
}

export class World {
  /**
   * `safe` keeps Postgres every safety against a crash; `further` answers what it is set to beside, given the world's folder; `env` is
   * what the commands get beside the usual.
   */
  static async make({ clinics = CLINICS, safe = true, further = () => ({}), env = {} } = {}) {
    const world = new World();
    world.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-faults-'));
    fs.chmodSync(world.folder, 0o755);
    atEnd(() => fs.rmSync(world.folder, { recursive: true, force: true }));
    world.binary = findBinary();
    world.disk = path.join(world.folder, 'disk');
    fs.writeFileSync(world.disk, '');
    world.shim = buildShim(world.folder);
    world.cluster = path.join(world.folder, 'cluster');
    atEnd(() => stopPostgres(world.cluster));
    world.disked = world.shim ? { LD_PRELOAD: world.shim, FAULT_FILE: world.disk } : {};
    world.postgres = await startPostgres(world.cluster, { safe, env: world.disked, further: await further(world.folder) });
    world.owner = world.postgres.url;
    world.proxy = await startProxy(Number(new URL(world.owner).port));
    atEnd(() => world.proxy.close());
    world.log = path.join(world.folder, 'server.log');
    world.port = await freePort();
    world.ops = await freePort();
    const web = path.join(world.folder, 'web');
    fs.mkdirSync(path.join(web, 'assets'), { recursive: true });
    for (const page of ['index.html', 'portal.html', 'book.html', 'tablet.html', 'platform.html']) fs.writeFileSync(path.join(web, page), '<!doctype html><title>Celadon</title>');
    world.env = {
      SECRET_KEY: crypto.randomBytes(32).toString('hex'),
      BASE_URL: `http://localhost:${world.port}`,
      LISTEN_ADDR: `127.0.0.1:${world.port}`,
      OPS_ADDR: `127.0.0.1:${world.ops}`,
      WEB_DIR: web,
      MAIL_DIR: path.join(world.folder, 'mail'),
      RATE_LIMIT_FACTOR: '1000',
      BILLING_ENFORCEMENT: 'enforce',
      RUST_LOG: 'info,sqlx=warn',
      DATABASE_URL: world.gateway(world.proxy.port),
      OWNER_DATABASE_URL: undefined,
      ...env,
    };
    world.command('migrate');
    for (const clinic of clinics) {
      world.command('clinic', 'create', clinic, '--name', `Clinic ${clinic}`, '--owner-email', OWNER, '--owner-password', PASSWORD, '--time-zone', 'UTC', '--owner-role', 'Medical Director', '--owner-license', 'NY-MD-TEST-1');
    }
    const made = await world.rows('select subdomain, schema_name, shard from registry.clinic');
    world.schemas = Object.fromEntries(made.map(([name, schema]) => [name, schema]));
    world.shards = Object.fromEntries(made.map(([name, , shard]) => [name, shard]));
    return world;
  }

  /** How the gateway signs in at a port. */
  gateway(port) {
    const url = new URL(this.owner);
    url.username = 'celadon_gateway';
    url.password = 'gateway-of-a-throw-away';
    url.port = String(port);
    url.search = 'sslmode=disable';
    return url.href;
  }

  /** A command of `celadon` as the operator types it; answers what it printed and its exit code. */
  tell(...args) {
    const env = { ...process.env, ...this.env, OWNER_DATABASE_URL: this.owner };
    // A step in many clinics is told line by line.
    return spawnSync(this.binary, args, { encoding: 'utf8', env, maxBuffer: 64 << 20 });
  }

  command(...args) {
    const result = this.tell(...args);
    if (result.status !== 0) throw new Failure(`celadon ${args[0]} ${args[1] ?? ''} did not succeed (${result.status}):\n${result.stderr.slice(-2000)}`);
    return result.stdout;
  }

  /** Rows of one statement, as the database's owner and past the proxy. */
  async rows(sql) {
    const result = await new Promise((resolve) => {
      const child = spawn('psql', [this.owner, '-XAtq', '-F', '\t', '-v', 'ON_ERROR_STOP=1'], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, PGCONNECT_TIMEOUT: '3' } });
      let out = '';
      let error = '';
      child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
      child.stderr.setEncoding('utf8').on('data', (text) => (error += text));
      child.once('error', () => resolve({ code: 127, error: 'psql is not installed: it comes with Postgres' }));
      child.once('close', (code) => resolve({ code, out, error }));
      child.stdin.on('error', () => {});
      child.stdin.end(sql);
    });
    if (result.code !== 0) throw new Failure(`psql: ${result.error}`);
    return result.out.split('\n').filter(Boolean).map((line) => line.split('\t'));
  }

  async count(sql) {
    return Number((await this.rows(sql))[0][0]);
  }

  async isReady() {
    return fetch(`http://127.0.0.1:${this.ops}/health/ready`, { signal: AbortSignal.timeout(1000) }).then((answer) => answer.ok, () => false);
  }

  /** Starts the server without the jobs. */
  async serve(env = {}) {
    this.server = start(this.binary, ['serve', '--no-jobs'], { log: this.log, env: { ...this.env, ...env } });
    let ended;
    this.isDown = false;
    void this.server.ended.then((code) => {
      ended = code;
      this.isDown = true;
    });
    await waitUntil('the server to get ready', 20, async () => {
      if (ended !== undefined) throw new Failure(`The server ended (${ended}):\n${tail(this.log)}`);
      return this.isReady();
    });
  }

  kill() {
    process.kill(-this.server.pid, 'SIGKILL');
    return this.server.ended;
  }

  async end() {
    const { server } = this;
    process.kill(-server.pid, 'SIGTERM');
    const late = setTimeout(() => process.kill(-server.pid, 'SIGKILL'), 30_000);
    const code = await server.ended;
    clearTimeout(late);
    return code;
  }

  /** Lets the jobs run alone until both clinics' audits are sealed. */
  async seal() {
    const log = path.join(this.folder, 'work.log');
    fs.writeFileSync(log, '');
    const work = start(this.binary, ['work'], { log, env: { ...this.env, OPS_ADDR: `127.0.0.1:${await freePort()}` } });
    // Every fault came with writes, so there is always something new to seal.
    await waitUntil('the audit to be sealed', 60, () => (fs.readFileSync(log, 'utf8').match(/sealed the audit/g) ?? []).length >= CLINICS.length);
    await stop(work);
  }

  /** Starts Postgres on another folder of data; answers its port. */
  async startBeside(data, log) {
    const port = await freePort();
    const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 -c max_locks_per_transaction=512 -c log_parameter_max_length_on_error=0 -c log_min_error_statement=panic -c log_error_verbosity=terse`;
    const { code, output: said } = await this.control('-D', data, '-w', '-t', '600', '-l', log, '-o', options, 'start');
    if (code !== 0) throw new Failure(`Postgres does not start on ${path.basename(data)}: ${said.slice(-300)}`);
    atEnd(() => this.control('-D', data, '-m', 'immediate', 'stop'));
    return port;
  }

  /** Does something with another database in the place of the owner's. */
  async at(owner, work) {
    const before = this.owner;
    this.owner = owner;
    try {
      return await work();
    } finally {
      this.owner = before;
    }
  }

  control(...args) {
    return postgresProgram(this.cluster, 'pg_ctl', args, { env: this.disked });
  }
}
