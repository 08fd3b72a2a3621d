// The benchmark's Postgres: kept between runs, with every safety against a crash on.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { chooseBinaries } from '../../lib/postgres-binaries.mjs';
import { startPostgres, stopPostgres } from '../../lib/postgres.mjs';
import { Failure, atEnd, data, output } from '../../lib/process.mjs';

/** psql and pgbench are beside the server's programs, or on the PATH. */
function tool(name) {
  const beside = path.join(chooseBinaries(path.join(data, 'postgres')), name);
  if (fs.existsSync(beside)) return beside;
  if (output(name, ['--version'])) return name;
  throw new Failure(`${name} is missing: install Postgres' own client programs (Debian: apt install postgresql-contrib).`);
}

/** The shipped settings for how many clinics' tables Postgres keeps in memory and open. */
function delivered() {
  const own = fs.readFileSync(new URL('../../../infra/postgres/postgresql.conf', import.meta.url), 'utf8');
  const names = ['shared_buffers', 'effective_cache_size', 'max_files_per_process'];
  return Object.fromEntries(names.map((name) => [name, new RegExp(`^${name} = (\\S+)$`, 'm').exec(own)[1]]));
}

export async function open() {
  const running = await startPostgres(undefined, { further: delivered() });
  atEnd(() => stopPostgres());
  const postmaster = Number(fs.readFileSync(path.join(running.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const psql = tool('psql');
  /** Runs SQL as the owner; answers the rows, each a list of texts. */
  const sql = (text) => {
    const args = ['-X', '-q', '-A', '-t', '-F', '\t', '-v', 'ON_ERROR_STOP=1', running.url];
    const result = spawnSync(psql, args, { encoding: 'utf8', input: text, maxBuffer: 256 << 20 });
    if (result.status !== 0) throw new Failure(`psql: ${result.stderr}`);
    return result.stdout.trimEnd().split('\n').filter(Boolean).map((line) => line.split('\t'));
  };
  // Making clinics turns it off for as long as it takes; a run that was cut short leaves it so.
  sql('alter system reset fsync; select pg_reload_conf();');
  return { ...running, postmaster, sql, pgbench: tool('pgbench'), log: path.join(path.dirname(running.data), 'postgres.log') };
}
