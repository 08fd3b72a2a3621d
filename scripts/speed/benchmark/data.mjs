// The clinics that are measured: one big one, and many small ones of 20 patients. Made once and kept.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, data, say, start } from '../../lib/process.mjs';
import { fill as copies } from '../../drills/fleet/fill.mjs';
import { RECORDS } from './clinic.mjs';

export const BIG = 'big';

/** The small clinic that the others are copies of. */
const MODEL = 'small-1';

export const PATIENTS = 10_000;
export const CONSENTS = 10_000;

/** The token of the consent with this id. */
export const token = (id) => crypto.createHash('sha256').update(`bench${id}`).digest('base64url');

const CREATED = ['patient', 'treatment', 'loyalty_entry'];

async function make(celadon, name) {
  const args = ['clinic', 'create', name, '--name', `Clinic ${name}`, '--owner-email', `${name}@example.com`, '--owner-password', crypto.randomUUID(), '--owner-role', 'Medical Director', '--owner-license', 'NY-MD-TEST-1'];
  const log = path.join(data, 'clinics.log');
  const code = await start(celadon, args, { log }).ended;
  if (code !== 0) throw new Failure(`The clinic ${name} was not made; see ${log}.`);
}

/** Makes what is missing: the big clinic and a small one as an operator would, the others as copies of that one. */
export async function makeClinics(celadon, postgres, count) {
  const clinics = () => postgres.sql('select subdomain, id, schema_name, shard from registry.clinic order by created_at, subdomain')
    .map(([name, id, schema, shard]) => ({ name, id, schema, shard: Number(shard) }));
  const began = Date.now();
  const have = clinics();
  for (const name of [MODEL, BIG].filter((name) => !have.some((clinic) => clinic.name === name))) await make(celadon, name);
  const from = clinics().length - 1;
  if (from < count) {
    // Each clinic is some 180 files, and all of them can be made again after a crash.
    postgres.sql('alter system set fsync = off; select pg_reload_conf();');
    const world = { owner: postgres.url, rows: (text) => Promise.resolve(postgres.sql(text)) };
    await copies(world, { from, until: count, left: () => Infinity, of: MODEL });
    postgres.sql('checkpoint;');
    spawnSync('sync');
    postgres.sql('alter system reset fsync; select pg_reload_conf();');
    say(`${count - from} clinics made in ${Math.round((Date.now() - began) / 1000)} s.`);
  }
  const all = clinics();
  const big = all.find(({ name }) => name === BIG);
  const small = all.filter(({ name }) => name !== BIG).slice(0, count);
  fill(postgres, big, small);
  return { big, small };
}

function fill(postgres, big, small) {
  const began = Date.now();
  if (postgres.sql(`select 1 from ${big.schema}.consent limit 1`).length === 0) {
    postgres.sql(`begin; set local search_path to ${big.schema};\n${RECORDS}\ncommit; vacuum analyze;`);
    say(`The big clinic's records were made in ${Math.round((Date.now() - began) / 1000)} s.`);
  }
  const empty = postgres.sql(small.map(({ schema }) => `select '${schema}' where not exists (select from ${schema}.patient);`).join('\n'));
  postgres.sql(empty.map(([schema]) => `insert into ${schema}.patient (first_name, last_name, email, created_at)
    select 'Ann', 'Patient ' || n, 'ann' || n || '@example.com', now() from generate_series(1, 20) n; analyze ${schema}.patient;`).join('\n'));
  if (!fs.existsSync(path.join(data, 'base.json'))) {
    const rows = CREATED.map((table) => [table, Number(postgres.sql(`select coalesce(max(id), 0) from ${big.schema}.${table}`)[0][0])]);
    fs.writeFileSync(path.join(data, 'base.json'), JSON.stringify(Object.fromEntries(rows)));
  }
}

/** Waits until nothing of the server's is under way: a write goes on when its client has hung up. */
export async function quiet(postgres) {
  const busy = "select count(*) from pg_stat_activity where usename like 'celadon_gateway%' and state <> 'idle'";
  for (let idle = 0; idle < 4; idle = postgres.sql(busy)[0][0] === '0' ? idle + 1 : 0) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** What signing a consent adds to. */
const SIGNED = 'consent_signature, consent_copy, consent_event';

/** Deletes what the measurements added, so that each run has the same rows; reads add to the audit only. */
export function restore(postgres, big, wrote = true) {
  if (!wrote) return postgres.sql(`truncate ${big.schema}.audit`);
  const base = JSON.parse(fs.readFileSync(path.join(data, 'base.json'), 'utf8'));
  const deletes = Object.entries(base).map(([table, id]) => `delete from ${table} where id > ${id};`).join('\n');
  return postgres.sql(`begin; set local search_path to ${big.schema}; set local session_replication_role to replica;
    ${deletes} truncate ${SIGNED}, audit; commit;
    ${CREATED.map((table) => `vacuum analyze ${big.schema}.${table};`).join(' ')}`);
}

export function unsign(postgres, big) {
  postgres.sql(`begin; set local search_path to ${big.schema}; truncate ${SIGNED}; commit;`);
}
