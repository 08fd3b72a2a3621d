// A Citus cluster of its own on this machine, and a deployment whose clinics are in it, for the tests of such a placement.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sendRequest } from '../fault/client.mjs';
import { startPostgres, stopPostgres } from '../postgres.mjs';
import { Failure, freePort, root } from '../process.mjs';

const TOOL = path.join(root, '../shared/tools/citus/cluster');
export const NODES = ['coordinator', 'worker1', 'worker2'];

/** Why this machine has no such cluster, or nothing where it may have one. */
export const missing = () => (fs.existsSync(TOOL) ? undefined : 'there is no ../shared/tools/citus');

/** The log settings of infra/postgres/postgresql.conf. */
const LOGS_NO_ROWS = `${Object.entries({ log_parameter_max_length: '0', log_parameter_max_length_on_error: '0', log_min_error_statement: 'panic', log_error_verbosity: 'terse' })
  .map(([name, value]) => `alter system set ${name} = '${value}';`)
  .join(' ')} select pg_reload_conf();`;

/** A coordinator and two workers in a folder. */
export class Cluster {
  constructor(folder) {
    this.folder = folder;
  }

  /** Starts what does not run; answers why there can be none, if so. */
  start() {
    const { status, stdout, stderr } = spawnSync(TOOL, ['start', this.folder], { encoding: 'utf8' });
    if (status === 77) return stderr.trim();
    if (status !== 0) throw new Failure(`the cluster does not start: ${stderr}`);
    this.url = stdout.trim();
    this.ports = Object.fromEntries(NODES.map((node) => [node, Number(fs.readFileSync(path.join(this.folder, `${node}.port`), 'utf8'))]));
    for (const node of NODES) sqlRows(this.urlOf(node), LOGS_NO_ROWS);
    return undefined;
  }

  stop() {
    spawnSync(TOOL, ['stop', this.folder]);
  }

  /** Ends a node without a chance to say goodbye. */
  kill(node) {
    process.kill(Number(fs.readFileSync(path.join(this.folder, node, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  }

  urlOf(node, user = 'postgres') {
    const url = new URL(this.url);
    Object.assign(url, { port: String(this.ports[node]), username: user });
    return url.href;
  }

  /** The node on which a schema's tables are. */
  nodeOf(schema) {
    const [[port, ...others]] = [sqlRows(this.url, `select distinct nodeport from citus_shards where table_name::text like '${schema}.%'`).map(([port]) => port)];
    if (port === undefined || others.length) throw new Failure(`${schema} is on ${others.length + (port ? 1 : 0)} nodes`);
    return NODES.find((node) => this.ports[node] === Number(port));
  }
}

/** What psql says to statements, each tried by itself: rows in columns, and the refusals. */
export function tryRows(url, sql) {
  const { status, stdout, stderr } = spawnSync('psql', [url, '-XAtq', '-F', '\t'], { input: sql, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (status !== 0 && status !== 3) throw new Failure(`psql: ${stderr || 'it is not installed'}`);
  return { rows: stdout.split('\n').filter(Boolean).map((line) => line.split('\t')), stderr };
}

/** Rows of statements that succeed. */
export function sqlRows(url, sql) {
  const { rows, stderr } = tryRows(url, sql);
  if (/^psql:.*(ERROR|FATAL)|^(ERROR|FATAL)/m.test(stderr)) throw new Failure(`${sql.slice(0, 200)}: ${stderr}`);
  return rows;
}

/** A registry in a Postgres of its own, the placement `spread` in the cluster, and a server. */
export class Deployment {
  static async start({ settings = {} } = {}) {
    const it = new Deployment();
    it.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-citus-'));
    fs.chmodSync(it.folder, 0o755);
    it.cluster = new Cluster(path.join(it.folder, 'cluster'));
    it.missing = it.cluster.start();
    if (it.missing) return it;
    it.main = (await startPostgres(path.join(it.folder, 'main'))).url;
    it.port = await freePort();
    const web = path.join(it.folder, 'web');
    fs.mkdirSync(web);
    for (const page of ['index.html', 'portal.html', 'book.html', 'tablet.html', 'platform.html']) fs.writeFileSync(path.join(web, page), '<!doctype html>');
    const gateway = (owner) => Object.assign(new URL(owner), { username: 'celadon_gateway', password: 'a-password-for-tests' }).href;
    it.env = {
      PATH: process.env.PATH,
      OWNER_DATABASE_URL: it.main,
      OWNER_DATABASE_URL_SPREAD: it.cluster.url,
      DATABASE_URL: gateway(it.main),
      DATABASE_URL_SPREAD: gateway(it.cluster.url),
      DATABASE_SHARDS: '1',
      BASE_URL: `http://localhost:${it.port}`,
      LISTEN_ADDR: `127.0.0.1:${it.port}`,
      OPS_ADDR: '127.0.0.1:0',
      SECRET_KEY: 'a secret for this test alone, of more than 32 bytes',
      WEB_DIR: web,
      MAIL_DIR: path.join(it.folder, 'mail'),
      RATE_LIMIT_FACTOR: '1000',
      ...settings,
    };
    return it;
  }

  /** A command of the operator: its exit code and what it said. */
  tell(args, settings = {}) {
    return spawnSync(process.env.CELADON_PROGRAM, args, { env: { ...this.env, ...settings }, encoding: 'utf8', maxBuffer: 64 << 20 });
  }

  /** One that succeeds; answers its lines. */
  celadon(...args) {
    const { status, stdout, stderr } = this.tell(args);
    if (status !== 0) throw new Failure(`celadon ${args.join(' ')} (${status}): ${stderr}`);
    return stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  }

  /** The same, not waited for here: other requests go on meanwhile. */
  command(...args) {
    const child = spawn(process.env.CELADON_PROGRAM, args, { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    return new Promise((resolve, reject) => {
      child.once('close', (code) => (code === 0 ? resolve(stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line))) : reject(new Failure(`celadon ${args.join(' ')} (${code}): ${stderr}`))));
    });
  }

  /** Without the owner's rights, which are the commands' alone. */
  async serve() {
    const { OWNER_DATABASE_URL: _one, OWNER_DATABASE_URL_SPREAD: _two, ...restricted } = this.env;
    this.server = spawn(process.env.CELADON_PROGRAM, ['serve'], { env: restricted, stdio: ['ignore', 'ignore', 'pipe'] });
    this.log = '';
    await new Promise((resolve, reject) => {
      this.server.stderr.on('data', (chunk) => {
        this.log += chunk;
        if (this.log.includes('serving')) resolve();
      });
      this.server.on('exit', () => reject(new Failure(this.log)));
    });
  }

  async end() {
    if (this.server?.exitCode === null) {
      const ended = new Promise((resolve) => this.server.once('exit', resolve));
      this.server.kill('SIGTERM');
      await ended;
    }
    this.cluster.stop();
    if (this.main) await stopPostgres(path.join(this.folder, 'main'));
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** A clinic's line of the registry. */
  clinic(subdomain) {
    const [[schema, placement, shard, version]] = sqlRows(this.main, `select schema_name, placement, shard, schema_version from registry.clinic where subdomain = '${subdomain}'`);
    return { schema, placement, shard, version };
  }

  send(subdomain, method, url, options) {
    return sendRequest(this, subdomain, method, url, options);
  }

  async signIn(subdomain, email, password) {
    const answer = await this.send(subdomain, 'POST', '/api/auth/login', { body: { email, password } });
    if (answer.status !== 200) throw new Failure(`signing in at ${subdomain}: ${answer.status} ${answer.text}`);
    return answer.headers['set-cookie'][0].split(';')[0];
  }
}
