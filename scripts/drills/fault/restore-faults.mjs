// Backup and restore: writes made under load are dumped or archived, restored elsewhere, and checked against the invariants.
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../../lib/process.mjs';
import { postgresProgram } from '../../lib/postgres.mjs';
import { ROWS } from './invariants.mjs';
import { CLINICS, pause, waitUntil } from './world.mjs';

const PAIRS = [['patient', 'patient.create'], ['treatment', 'treatment.create'], ['appointment', 'appointment.create']];

/** A row count and a hash of each table of both clinics and of the registry. */
const fingerprints = (world, owner) => world.at(owner, async () => {
  const schemas = CLINICS.map((clinic) => `'${world.schemas[clinic]}'`).join(', ');
  const tables = await world.rows(`select schemaname || '.' || tablename from pg_tables where schemaname in (${schemas}, 'registry') order by 1`);
  const queries = tables.map(([table]) => `select '${table}', count(*), coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t`);
  return new Map((await world.rows(queries.join(' union all '))).map(([table, ...fingerprint]) => [table, fingerprint.join(' ')]));
});

/** The restored state must be consistent wherever in the writes it was taken: one audit row for each record. */
export const isConsistent = (world, owner) => world.at(owner, async () => {
  const pairs = CLINICS.flatMap((clinic) => PAIRS.map(([table, action]) => {
    const schema = world.schemas[clinic];
    return `select '${clinic} ${table}', (select count(*) from ${schema}.${table}), (select count(*) from ${schema}.audit where action = '${action}' and outcome = 'done')`;
  }));
  for (const [what, rows, entries] of await world.rows(pairs.join(' union all '))) {
    if (rows !== entries) throw new Failure(`restored: ${what}: ${rows} rows, ${entries} of the audit`);
  }
});

export const verifyAudit = (world, owner) => world.at(owner, () => {
  const { status, stdout, stderr } = world.tell('audit', 'verify', '--all', '--full');
  if (status !== 0) throw new Failure(`audit verify of what was restored: ${stdout.slice(-300)}${stderr.slice(-300)}`);
});

async function restoreDump(world, load) {
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
  // Once in the middle of writes: any snapshot must be consistent.
  await load.during(async () => {
    await pause(1500);
    await must('pg_dump', ['-Fc', '-f', file, '-d', world.owner]);
  });
  const began = Date.now();
  await must('pg_restore', ['-d', copy, '--exit-on-error', file]);
  const seconds = (Date.now() - began) / 1000;
  await isConsistent(world, copy);
  // And once without writes: the same to the last row, with an unbroken audit chain.
  await world.seal();
  await world.rows('drop database restored');
  await world.rows('create database restored');
  await must('pg_dump', ['-Fc', '-f', file, '-d', world.owner]);
  const dumped = await fingerprints(world, world.owner);
  await must('pg_restore', ['-d', copy, '--exit-on-error', file]);
  const restored = await fingerprints(world, copy);
  const different = [...dumped].filter(([table, fingerprint]) => restored.get(table) !== fingerprint).map(([table]) => table);
  if (different.length || dumped.size !== restored.size) throw new Failure(`the restored tables differ from the dumped ones: ${different.join(', ')}`);
  await verifyAudit(world, copy);
  await world.rows('drop database restored');
  return `${dumped.size} tables alike, audit whole, restored in ${seconds.toFixed(1)} s`;
}

/** Turns WAL archiving to this folder on, or off without one. Restarts Postgres, which the setting needs. */
async function setArchiving(world, archive) {
  const settings = archive ? [`archive_mode = 'on'`, `archive_command = 'mkdir -p "${archive}" && cp "%p" "${archive}/%f"'`] : [];
  for (const name of ['archive_mode', 'archive_command']) await world.rows(`alter system reset ${name}`);
  for (const setting of settings) await world.rows(`alter system set ${setting}`);
  const { code, output } = await world.control('-D', world.postgres.data, '-m', 'fast', '-w', '-t', '60', '-l', world.postgres.log, 'restart');
  if (code !== 0) throw new Failure(`Postgres did not restart: ${output.slice(-400)}`);
}

/** The markers of the writes that are there. */
const markersIn = (world, owner) => world.at(owner, async () => {
  const queries = CLINICS.flatMap((clinic) => Object.values(ROWS).map(([table, column]) => `select ${column} from ${world.schemas[clinic]}.${table} where ${column} like 'CANARY-%'`));
  return (await world.rows(queries.join(' union all '))).map(([marker]) => marker);
});

/** Says what is there of the writes before and after a moment (`from` and `until`, between which it was); fails where one is lost or there too early. */
export async function comparedWith(world, owner, load, { from, until }) {
  const there = await markersIn(world, owner);
  const markers = new Set(there);
  if (markers.size !== there.length) throw new Failure(`${there.length - markers.size} writes came back twice`);
  const before = load.history.filter(({ outcome, ended }) => outcome === 'acknowledged' && ended < from);
  const after = load.history.filter(({ began }) => began > until);
  const lost = before.filter(({ marker }) => !markers.has(marker)).length;
  const early = after.filter(({ marker }) => markers.has(marker)).length;
  if (lost || early) throw new Failure(`${lost} writes acknowledged before the moment are not there, ${early} sent after it are`);
  if (!before.length || !after.length) throw new Failure('nothing was written before the moment, or nothing after it');
  return `${before.length} writes acknowledged before the moment are there, ${after.length} sent after it are not`;
}

async function restoreToPointInTime(world, load) {
  const home = path.dirname(world.postgres.data);
  const [archive, copy, log] = ['archive', 'point-in-time', 'point-in-time.log'].map((name) => path.join(home, name));
  await setArchiving(world, archive);
  try {
    const made = await postgresProgram(world.cluster, 'pg_basebackup', ['-D', copy, '-X', 'none', '-c', 'fast', '-d', world.owner]);
    if (made.code !== 0) return { skipped: `no base backup could be made here: ${made.output.slice(0, 200)}` };
    // The restored audit has sealed rows, and rows that are not sealed yet.
    await load.during(() => pause(1000));
    await world.seal();
    let target;
    await load.during(async () => {
      await pause(1500);
      const from = Date.now();
      const [[text]] = await world.rows('select clock_timestamp()');
      target = { from, text, until: Date.now() };
      await pause(1500);
    });
    const [[segment]] = await world.rows('select pg_walfile_name(pg_switch_wal())');
    await waitUntil('the log to be archived', 20, async () => (await world.rows(`select last_archived_wal >= '${segment}' from pg_stat_archiver`))[0][0] === 't');
    fs.appendFileSync(path.join(copy, 'postgresql.auto.conf'), `archive_mode = off\nrestore_command = 'cp "${archive}/%f" "%p"'\nrecovery_target_time = '${target.text}'\nrecovery_target_action = promote\n`);
    fs.writeFileSync(path.join(copy, 'recovery.signal'), '');
    const began = Date.now();
    const owner = new URL(world.owner);
    owner.port = String(await world.startBeside(copy, log));
    await waitUntil('the copy to reach the point in time', 60, () => world.at(owner.href, async () => (await world.rows('select pg_is_in_recovery()'))[0][0] === 'f'));
    const seconds = (Date.now() - began) / 1000;
    const figures = await comparedWith(world, owner.href, load, target);
    await isConsistent(world, owner.href);
    await verifyAudit(world, owner.href);
    return `${figures}; audit whole, restored in ${seconds.toFixed(1)} s`;
  } finally {
    await world.control('-D', copy, '-m', 'immediate', 'stop');
    await setArchiving(world);
    for (const folder of [archive, copy]) fs.rmSync(folder, { recursive: true, force: true });
  }
}

export const faults = [
  ['F22', 'restored from a dump', restoreDump, {}],
  ['F22', 'restored to a point in time', restoreToPointInTime, {}],
];
