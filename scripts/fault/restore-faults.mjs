// The way back: what is written under load is dumped, restored elsewhere, and held against the rules.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Failure } from '../process.mjs';
import { postgresProgram } from '../postgres.mjs';
import { CLINICS, pause } from './world.mjs';

const PAIRS = [['patient', 'patient.create'], ['treatment', 'treatment.create'], ['appointment', 'appointment.create']];

/** Each table of both clinics as one hash, in the order of its text. */
async function prints(world, owner) {
  const before = world.owner;
  world.owner = owner;
  try {
    const schemas = CLINICS.map((clinic) => `'${world.schemas[clinic]}'`).join(', ');
    const tables = await world.rows(`select schemaname || '.' || tablename from pg_tables where schemaname in (${schemas}, 'registry') order by 1`);
    const asked = tables.map(([table]) => `select '${table}', count(*), coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t`);
    return new Map((await world.rows(asked.join(' union all '))).map(([table, ...print]) => [table, print.join(' ')]));
  } finally {
    world.owner = before;
  }
}

async function restored(world, load) {
  const file = path.join(path.dirname(world.postgres.data), 'dump');
  const place = new URL(world.owner);
  place.pathname = '/restored';
  const copy = place.href;
  await world.rows('drop database if exists restored');
  await world.rows('create database restored');
  const must = async (program, args) => {
    const { code, output } = await postgresProgram(world.cluster, program, args);
    if (code !== 0) throw new Failure(`${program}: ${output.slice(-400)}`);
  };
  // Once in the middle of writes: a moment that nobody chose must fit together.
  await load.during(async () => {
    await pause(1500);
    await must('pg_dump', ['-Fc', '-f', file, '-d', world.owner]);
  });
  const began = Date.now();
  await must('pg_restore', ['-d', copy, '--exit-on-error', file]);
  const seconds = (Date.now() - began) / 1000;
  const owner = world.owner;
  world.owner = copy;
  try {
    const pairs = CLINICS.flatMap((clinic) => PAIRS.map(([table, action]) => {
      const schema = world.schemas[clinic];
      return `select '${clinic} ${table}', (select count(*) from ${schema}.${table}), (select count(*) from ${schema}.audit where action = '${action}' and outcome = 'done')`;
    }));
    for (const [what, rows, entries] of await world.rows(pairs.join(' union all '))) {
      if (rows !== entries) throw new Failure(`restored: ${what}: ${rows} rows, ${entries} of the audit`);
    }
  } finally {
    world.owner = owner;
  }
  // And once at rest: the same to the last row, and the chain of the audit whole.
  await world.seal();
  await world.rows('drop database restored');
  await world.rows('create database restored');
  await must('pg_dump', ['-Fc', '-f', file, '-d', world.owner]);
  const here = await prints(world, world.owner);
  await must('pg_restore', ['-d', copy, '--exit-on-error', file]);
  const there = await prints(world, copy);
  const other = [...here].filter(([table, print]) => there.get(table) !== print).map(([table]) => table);
  if (other.length || here.size !== there.size) throw new Failure(`restored otherwise than dumped: ${other.join(', ')}`);
  const verified = spawnSync(world.binary, ['audit', 'verify', '--all'], { encoding: 'utf8', env: { ...process.env, ...world.env, OWNER_DATABASE_URL: copy } });
  if (verified.status !== 0) throw new Failure(`audit verify of what was restored: ${verified.stdout.slice(-300)}${verified.stderr.slice(-300)}`);
  await world.rows('drop database restored');
  return `${here.size} tables alike, audit whole, restored in ${seconds.toFixed(1)} s`;
}

export const faults = [
  ['F22', 'restored from a dump', restored, {}],
];
