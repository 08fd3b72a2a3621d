// The way back: what is written under load is dumped or archived, restored elsewhere, and held against the rules.
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../process.mjs';
import { postgresProgram } from '../postgres.mjs';
import { ROWS } from './invariants.mjs';
import { CLINICS, pause, waitUntil } from './world.mjs';

const PAIRS = [['patient', 'patient.create'], ['treatment', 'treatment.create'], ['appointment', 'appointment.create']];

/** Each table of both clinics as one hash, in the order of its text. */
const prints = (world, owner) => world.at(owner, async () => {
  const schemas = CLINICS.map((clinic) => `'${world.schemas[clinic]}'`).join(', ');
  const tables = await world.rows(`select schemaname || '.' || tablename from pg_tables where schemaname in (${schemas}, 'registry') order by 1`);
  const asked = tables.map(([table]) => `select '${table}', count(*), coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${table} t`);
  return new Map((await world.rows(asked.join(' union all '))).map(([table, ...print]) => [table, print.join(' ')]));
});

/** A moment that nobody chose: each row has the audit's word of it, and no more words than rows. */
const fitsTogether = (world, owner) => world.at(owner, async () => {
  const pairs = CLINICS.flatMap((clinic) => PAIRS.map(([table, action]) => {
    const schema = world.schemas[clinic];
    return `select '${clinic} ${table}', (select count(*) from ${schema}.${table}), (select count(*) from ${schema}.audit where action = '${action}' and outcome = 'done')`;
  }));
  for (const [what, rows, entries] of await world.rows(pairs.join(' union all '))) {
    if (rows !== entries) throw new Failure(`restored: ${what}: ${rows} rows, ${entries} of the audit`);
  }
});

const auditIsWhole = (world, owner) => world.at(owner, () => {
  const { status, stdout, stderr } = world.tell('audit', 'verify', '--all');
  if (status !== 0) throw new Failure(`audit verify of what was restored: ${stdout.slice(-300)}${stderr.slice(-300)}`);
});

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
  await fitsTogether(world, copy);
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
  await auditIsWhole(world, copy);
  await world.rows('drop database restored');
  return `${here.size} tables alike, audit whole, restored in ${seconds.toFixed(1)} s`;
}

/** Every segment of the log goes into a folder from now on, or none; a restart is needed for it. */
async function archiving(world, archive) {
  const settings = archive ? [`archive_mode = 'on'`, `archive_command = 'mkdir -p "${archive}" && cp "%p" "${archive}/%f"'`] : [];
  for (const name of ['archive_mode', 'archive_command']) await world.rows(`alter system reset ${name}`);
  for (const setting of settings) await world.rows(`alter system set ${setting}`);
  const { code, output } = await world.control('-D', world.postgres.data, '-m', 'fast', '-w', '-t', '60', '-l', world.postgres.log, 'restart');
  if (code !== 0) throw new Failure(`Postgres did not restart: ${output.slice(-400)}`);
}

/** Which marked writes are there. */
const marked = (world, owner) => world.at(owner, async () => {
  const asked = CLINICS.flatMap((clinic) => Object.values(ROWS).map(([table, column]) => `select ${column} from ${world.schemas[clinic]}.${table} where ${column} like 'CANARY-%'`));
  return (await world.rows(asked.join(' union all '))).map(([marker]) => marker);
});

async function restoredToAMoment(world, load) {
  const home = path.dirname(world.postgres.data);
  const [archive, copy, log] = ['archive', 'moment', 'moment.log'].map((name) => path.join(home, name));
  await archiving(world, archive);
  try {
    const made = await postgresProgram(world.cluster, 'pg_basebackup', ['-D', copy, '-X', 'none', '-c', 'fast', '-d', world.owner]);
    if (made.code !== 0) return { skipped: `no base backup could be made here: ${made.output.slice(0, 200)}` };
    // Some of what comes back is sealed, and some is not yet.
    await load.during(() => pause(1000));
    await world.seal();
    let moment;
    await load.during(async () => {
      await pause(1500);
      const from = Date.now();
      const [[text]] = await world.rows('select clock_timestamp()');
      moment = { from, text, until: Date.now() };
      await pause(1500);
    });
    const [[segment]] = await world.rows('select pg_walfile_name(pg_switch_wal())');
    await waitUntil('the log to be archived', 20, async () => (await world.rows(`select last_archived_wal >= '${segment}' from pg_stat_archiver`))[0][0] === 't');
    fs.appendFileSync(path.join(copy, 'postgresql.auto.conf'), `archive_mode = off\nrestore_command = 'cp "${archive}/%f" "%p"'\nrecovery_target_time = '${moment.text}'\nrecovery_target_action = promote\n`);
    fs.writeFileSync(path.join(copy, 'recovery.signal'), '');
    const began = Date.now();
    const owner = new URL(world.owner);
    owner.port = String(await world.startBeside(copy, log));
    await waitUntil('the copy to reach the moment', 60, () => world.at(owner.href, async () => (await world.rows('select pg_is_in_recovery()'))[0][0] === 'f'));
    const seconds = (Date.now() - began) / 1000;
    const there = await marked(world, owner.href);
    const markers = new Set(there);
    if (markers.size !== there.length) throw new Failure(`${there.length - markers.size} writes came back twice`);
    const before = load.history.filter(({ outcome, ended }) => outcome === 'acknowledged' && ended < moment.from);
    const after = load.history.filter(({ began: sent }) => sent > moment.until);
    const lost = before.filter(({ marker }) => !markers.has(marker)).length;
    const early = after.filter(({ marker }) => markers.has(marker)).length;
    if (lost || early) throw new Failure(`${lost} writes acknowledged before the moment are not there, ${early} sent after it are`);
    if (!before.length || !after.length) throw new Failure('nothing was written before the moment, or nothing after it');
    await fitsTogether(world, owner.href);
    await auditIsWhole(world, owner.href);
    return `${before.length} writes acknowledged before the moment are there, ${after.length} sent after it are not; audit whole, restored in ${seconds.toFixed(1)} s`;
  } finally {
    await world.control('-D', copy, '-m', 'immediate', 'stop');
    await archiving(world);
    for (const folder of [archive, copy]) fs.rmSync(folder, { recursive: true, force: true });
  }
}

export const faults = [
  ['F22', 'restored from a dump', restored, {}],
  ['F22', 'restored to a point in time', restoredToAMoment, {}],
];
