// The drill: a Postgres that archives continuously is destroyed under load and brought back to a moment, and the servers go on with it.
// Each step is one of infra/docs/restore.md; what it finds wrong is a Failure.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Load, enter, sendRequest, signIn } from '../fault/client.mjs';
import { ROWS } from '../fault/invariants.mjs';
import { CLINICS, World, pause, waitUntil } from '../fault/world.mjs';
import { fill } from '../fleet/fill.mjs';
import { Failure, freePort, start, stop, tail } from '../../lib/process.mjs';
import { Archive } from './archive.mjs';
import { destroy } from './destroy.mjs';
import { Store } from './store.mjs';

const BACKUP = 'nightly';
const HELD = 'It may have been sent before the data was put back to an earlier moment.';

const seconds = async (work) => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

function must(isSo, sentence) {
  if (!isSo) throw new Failure(sentence);
}

/** Postgres runs as another user, who cannot look into this repository. */
export class OutOfReach extends Failure {}

/** Two clinics with full crash safety, whose Postgres archives into an object store of its own. */
export async function prepare(bin) {
  const made = {};
  const world = await World.make({
    further: async (folder) => {
      made.store = await Store.start(bin, path.join(folder, 'store'));
      made.archive = new Archive(made.store, folder, 'pg');
      // As CloudNativePG sets it.
      return { archive_mode: 'on', archive_command: `'${made.archive.archiveCommand()}'`, archive_timeout: '5min' };
    },
  });
  const { uid, gid } = fs.statSync(world.postgres.data);
  const asPostgres = spawnSync(path.join(bin, 'barman-cloud-wal-archive'), ['--version'], process.getuid() === 0 ? { uid, gid } : {});
  if (asPostgres.status !== 0) throw new OutOfReach(`Postgres cannot run barman-cloud in ${bin}`);
  return { world, ...made, user: `${uid}:${gid}`, next: new Archive(made.store, world.folder, 'pg-restored') };
}

/** How many mails of the folder go to this address. */
function mailsTo(world, address) {
  const { MAIL_DIR: folder } = world.env;
  if (!fs.existsSync(folder)) return 0;
  return fs.readdirSync(folder).filter((name) => fs.readFileSync(path.join(folder, name), 'utf8').includes(address)).length;
}

async function invite(world, cookie, email) {
  const body = { first_name: 'Jo', last_name: 'Ining', email, role: 'Nurse', department: 'Clinical', status: 'active', hire_date: '2026-01-05' };
  const { status, text } = await sendRequest(world, CLINICS[0], 'POST', '/api/team', { body, cookie });
  must(status === 201, `an invitation: ${status} ${text}`);
}

/** Lets the jobs run until a mail to this address was sent. */
async function workUntilMailed(world, address) {
  const work = start(world.binary, ['work'], { log: path.join(world.folder, 'work.log'), env: { ...world.env, OPS_ADDR: `127.0.0.1:${await freePort()}` } });
  await waitUntil(`the mail to ${address}`, 60, () => mailsTo(world, address) > 0);
  await stop(work);
}

/** The markers of the writes that a database has. */
async function markersIn(world) {
  const queries = CLINICS.flatMap((clinic) => Object.values(ROWS).map(([table, column]) => `select ${column} from ${world.schemas[clinic]}.${table} where ${column} like 'CANARY-%'`));
  return (await world.rows(queries.join(' union all '))).map(([marker]) => marker);
}

/** The moment that is restored, in the database's words and between two readings of this process' clock. */
async function readMoment(world) {
  const from = Date.now();
  const [[text, iso]] = await world.rows(`select clock_timestamp(), to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);
  return { from, text, iso, until: Date.now() };
}

/** Waits until the segment that is being written now is in the store; with `switches` it is ended at once. */
async function archived(world, { switches, patience = 400 }) {
  const [[segment]] = await world.rows(switches ? 'select pg_walfile_name(pg_switch_wal())' : 'select pg_walfile_name(pg_current_wal_lsn())');
  await waitUntil('the write-ahead log to be archived', patience, async () => (await world.rows(`select coalesce(last_archived_wal >= '${segment}', false) from pg_stat_archiver`))[0][0] === 't');
}

/** Compares what a restored database has with what was acknowledged; answers the figures. */
async function compare(world, load, moment) {
  const there = await markersIn(world);
  const markers = new Set(there);
  must(markers.size === there.length, `${there.length - markers.size} writes came back twice`);
  const before = load.history.filter(({ outcome, ended }) => outcome === 'acknowledged' && ended < moment.from);
  const after = load.history.filter(({ began }) => began > moment.until);
  const lost = before.filter(({ marker }) => !markers.has(marker)).length;
  const early = after.filter(({ marker }) => markers.has(marker)).length;
  must(lost === 0 && early === 0, `${lost} writes acknowledged before the moment are not there, ${early} sent after it are`);
  must(before.length > 0 && after.length > 0, 'nothing was written before the moment, or nothing after it');
  return { before: before.length, after: after.filter(({ outcome }) => outcome === 'acknowledged').length };
}

/** Recovers a base backup in a folder and waits until Postgres takes writes; answers the owner's address and how long both parts took. */
async function recover(world, archive, name, options) {
  const owner = new URL(world.owner);
  const folder = path.join(path.dirname(world.postgres.data), name);
  const fetched = await seconds(() => archive.restore(BACKUP, folder, options));
  const replayed = await seconds(async () => {
    owner.port = String(await world.startBeside(folder, `${folder}.log`));
    const isOver = () => world.at(owner.href, async () => (await world.rows('select pg_is_in_recovery()'))[0][0] === 'f');
    await waitUntil('the recovery to reach its end', 600, isOver).catch((error) => {
      throw new Failure(`${error.message}\n${tail(`${folder}.log`)}`);
    });
  });
  return { owner: owner.href, fetched, replayed };
}

/** Load, a base backup beside it, the moment, and what happens in the minutes that will be lost. */
async function live(context, figures, { writes, switches }) {
  const { world, load, archive } = context;
  const [session] = load.sessions;
  await load.during(async () => {
    figures.backup = await seconds(() => archive.backup(world.owner, BACKUP));
    await pause(writes);
  }, { once: true });
  await world.seal();
  await load.during(() => pause(writes), { once: true });
  // A mail that waits at the moment and is sent after it; a session and a link that are ended after it.
  context.ended = await signIn(world, CLINICS[0]);
  await invite(world, session.cookie, 'waits@clinic.example');
  await load.during(async () => {
    await pause(writes);
    context.moment = await readMoment(world);
    await pause(writes);
  }, { once: true });
  await load.during(async () => {
    await sendRequest(world, CLINICS[0], 'POST', '/api/auth/logout', { cookie: context.ended });
    await workUntilMailed(world, 'waits@clinic.example');
    await archived(world, { switches });
    await pause(writes);
    await destroy(world);
    context.stoppedAt = new Date();
  }, { once: true });
  figures.wrote = load.history.filter(({ outcome }) => outcome === 'acknowledged').length;
}

/** Everything points at the restored cluster, as the steps after the check say; without `closes` the command is left out. */
async function goOn(context, figures, owner, closes) {
  const { world } = context;
  world.owner = owner;
  world.env.DATABASE_URL = world.gateway(new URL(owner).port);
  figures.migrate = await seconds(() => world.command('migrate'));
  if (closes) {
    figures.restored = await seconds(() => {
      context.said = world.command('restored', '--from', context.moment.iso, '--until', context.stoppedAt.toISOString(), '--by', 'The drill').trim().split('\n').map((line) => JSON.parse(line));
    });
  }
  await world.serve();
}

/** What the lost minutes ended is ended, what they sent is not sent again, and the clinics go on. */
async function checkTheRest(context) {
  const { world, load } = context;
  const ended = await sendRequest(world, CLINICS[0], 'GET', '/api/patients', { cookie: context.ended });
  must(ended.status === 401, `a session that was ended in the lost time is answered ${ended.status}`);
  load.sessions = await Promise.all(CLINICS.map((clinic) => enter(world, clinic)));
  const from = load.history.length;
  await load.during(() => pause(1000), { once: true });
  const later = load.history.slice(from);
  must(later.length > 0 && later.every(({ outcome }) => outcome !== 'unknown'), 'writes after the restore were not answered');
  const markers = new Set(await markersIn(world));
  must(later.every(({ outcome, marker }) => outcome !== 'acknowledged' || markers.has(marker)), 'a write after the restore is not there');
  // The worker seals what is new since the restore, and then sends what is due.
  await world.seal();
  await invite(world, load.sessions[0].cookie, 'later@clinic.example');
  await workUntilMailed(world, 'later@clinic.example');
  const mails = mailsTo(world, 'waits@clinic.example');
  must(mails === 1, `a mail that was sent in the lost time was sent ${mails} times`);
  const held = world.command('jobs', 'list', '--clinic', CLINICS[0]).trim().split('\n').filter(Boolean).map((line) => JSON.parse(line));
  must(held.some(({ kind, reason }) => kind === 'invitation' && reason === HELD), 'the mail that was held back is not listed');
  const { status, stdout, stderr } = world.tell('audit', 'verify', '--all');
  must(status === 0, `audit verify: ${stdout.slice(-300)}${stderr.slice(-300)}`);
}

/** The base backup and the log up to the end of the archive: how much is lost when everything but the store is. */
async function recoverToTheEnd(context, figures) {
  const { world, archive, load } = context;
  const { owner, fetched, replayed } = await recover(world, archive, 'to-the-end', { user: context.user });
  const markers = new Set(await world.at(owner, () => markersIn(world)));
  const acknowledged = load.history.filter(({ outcome, ended }) => outcome === 'acknowledged' && ended < context.stoppedAt.getTime());
  const lost = acknowledged.filter(({ marker }) => !markers.has(marker));
  const first = Math.min(context.stoppedAt.getTime(), ...lost.map(({ ended }) => ended));
  Object.assign(figures, { lostAtTheEnd: lost.length, lostSeconds: (context.stoppedAt.getTime() - first) / 1000, endFetched: fetched, endReplayed: replayed });
}

/** A recovery whose store is out of reach stops. It must not take the archive for ended and go on with an older state. */
async function recoverWithoutStore(context) {
  const { world, archive, store, user } = context;
  const folder = path.join(path.dirname(world.postgres.data), 'without-store');
  await archive.restore(BACKUP, folder, { user });
  await store.end();
  const port = await world.startBeside(folder, `${folder}.log`).catch(() => undefined);
  must(port === undefined, 'a recovery ended well although the object store was out of reach');
  must(fs.readFileSync(`${folder}.log`, 'utf8').includes('FATAL'), 'the recovery did not say why it stopped');
}

/** The whole drill; answers its figures. `copies` clinics are there beside the two that are written to. */
export async function drill(bin, { copies = 0, writes = 1000, switches = true, closes = true, toTheEnd = false, say = () => {} } = {}) {
  const figures = { clinics: CLINICS.length + copies };
  const context = await prepare(bin);
  const { world, archive, next } = context;
  if (copies) {
    say(`Making ${copies} copies of a clinic ...`);
    await fill(world, { from: CLINICS.length, until: CLINICS.length + copies, left: () => Infinity });
  }
  await world.serve();
  context.load = new Load(await Promise.all(CLINICS.map((clinic) => enter(world, clinic))));
  figures.database = await world.count('select sum(pg_database_size(oid)) from pg_database');
  say('A base backup, writes, the moment, more writes, and the end ...');
  await live(context, figures, { writes, switches });
  await world.end();
  [figures.base, figures.wal] = context.store.sizes(...archive.prefixes);
  must(!(await archive.isEmpty()) && (await next.isEmpty()), 'the archive of the lost cluster is empty, or that of the restored one is not');
  say('The restore ...');
  const began = performance.now();
  const { owner, fetched, replayed } = await recover(world, archive, 'restored', { user: context.user, moment: context.moment.text, archives: next });
  Object.assign(figures, { fetched, replayed });
  await world.at(owner, async () => {
    Object.assign(figures, await compare(world, context.load, context.moment));
    figures.verify = await seconds(() => world.command('audit', 'verify', '--all'));
    const clinics = world.command('clinic', 'list').trim().split('\n').length;
    must(clinics === figures.clinics, `${clinics} of ${figures.clinics} clinics are there`);
  });
  await goOn(context, figures, owner, closes);
  figures.back = (performance.now() - began) / 1000;
  say('The clinics go on ...');
  await checkTheRest(context);
  await archived(world, { switches: true });
  const [, log] = context.store.sizes(...next.prefixes);
  must(log.objects > 0, 'the restored cluster archives nothing');
  await next.backup(world.owner, BACKUP);
  if (toTheEnd) await recoverToTheEnd(context, figures);
  await world.end();
  say(JSON.stringify(figures));
  await recoverWithoutStore(context);
  return figures;
}
