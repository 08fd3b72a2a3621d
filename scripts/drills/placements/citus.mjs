// A Citus cluster of its own on this machine, and a deployment whose clinics are in it, for the tests of such a placement.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, root } from '../../lib/process.mjs';
import { deployment, placement } from './deployment.mjs';

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

  /** What infra/citus/README.md has a superuser do at each node. */
  makeRoles() {
    for (const node of NODES) {
      const env = { ...process.env, PGOPTIONS: '-c citus.enable_ddl_propagation=off' };
      const { status, stderr } = spawnSync('psql', [this.urlOf(node), '-Xq', '-v', 'ON_ERROR_STOP=1', '-f', path.join(root, 'infra/postgres/roles.sql')], { encoding: 'utf8', env });
      if (status !== 0) throw new Failure(`roles.sql at ${node}: ${stderr}`);
    }
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

/**
 * A registry in a Postgres of its own, the placement `spread` in a cluster whose owner is no superuser; `missing` says why there is no
 * cluster. The roles are left to make (`makeRoles`).
 */
export async function deploymentOnCitus() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-citus-'));
  fs.chmodSync(folder, 0o755);
  const cluster = new Cluster(folder);
  const why = cluster.start();
  const here = why ? undefined : await deployment('main');
  if (here) {
    sqlRows(cluster.url, 'create role celadon_owner login createrole; alter database celadon owner to celadon_owner');
    Object.assign(here.env, placement('spread', cluster.urlOf('coordinator', 'celadon_owner')), { DATABASE_SHARDS: '1' });
  }
  const end = async () => {
    await here?.end();
    cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { here, cluster, missing: why, end };
}
