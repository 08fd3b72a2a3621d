// The clinics that are measured: one big one, and many small ones of 20 patients. Made once and kept.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure, data, say, start } from '../process.mjs';
import { RECORDS } from './clinic.mjs';

export const BIG = 'big';
export const PATIENTS = 10_000;
export const CONSENTS = 10_000;

/** The token of the consent with this id. */
export const token = (id) => crypto.createHash('sha256').update(`bench${id}`).digest('base64url');

const CREATED = ['patient', 'treatment', 'loyalty_entry'];

async function make(celadon, name) {
  const args = ['clinic', 'create', name, '--name', `Clinic ${name}`, '--owner-email', `${name}@example.com`, '--owner-password', crypto.randomUUID()];
  const log = path.join(data, 'clinics.log');
  const code = await start(celadon, args, { log }).ended;
  if (code !== 0) throw new Failure(`The clinic ${name} was not made; see ${log}.`);
}

/** Makes what is missing, a clinic a process and as many at once as there are cores. */
export async function makeClinics(celadon, postgres, count) {
  const known = () => postgres.sql('select subdomain, id, schema_name, shard from registry.clinic order by created_at');
  const have = new Set(known().map(([name]) => name));
  const wanted = [BIG, ...Array.from({ length: count }, (_, n) => `small-${n + 1}`)].filter((name) => !have.has(name));
  const began = Date.now();
  const queue = [...wanted];
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let name = queue.shift(); name; name = queue.shift()) await make(celadon, name);
  }));
  if (wanted.length) say(`${wanted.length} clinics made in ${Math.round((Date.now() - began) / 1000)} s.`);
  const clinics = known().map(([name, id, schema, shard]) => ({ name, id, schema, shard: Number(shard) }));
  const big = clinics.find(({ name }) => name === BIG);
  const small = clinics.filter(({ name }) => name.startsWith('small-')).slice(0, count);
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

/** Takes away what measuring has added, so that each run finds the same rows. */
export function restore(postgres, big) {
  const base = JSON.parse(fs.readFileSync(path.join(data, 'base.json'), 'utf8'));
  const deletes = Object.entries(base).map(([table, id]) => `delete from ${table} where id > ${id};`).join('\n');
  postgres.sql(`begin; set local search_path to ${big.schema}; set local session_replication_role to replica;
    ${deletes} truncate consent_signature; truncate audit; commit;
    ${CREATED.map((table) => `vacuum analyze ${big.schema}.${table};`).join(' ')}`);
}

export function unsign(postgres, big) {
  postgres.sql(`truncate ${big.schema}.consent_signature`);
}
