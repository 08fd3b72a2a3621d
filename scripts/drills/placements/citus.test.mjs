// Clinics in a real Citus cluster: how they get there and away, how they are served, and what keeps them apart. CELADON_PROGRAM names
// the built server. What takes minutes is in scripts/drills/citus.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sendRequest } from '../fault/client.mjs';
import { lastStep } from '../fleet/last-step.mjs';
import { root } from '../../lib/process.mjs';
import { catalog } from './catalog.mjs';
import { NODES, deploymentOnCitus, missing, sqlRows, tryRows } from './citus.mjs';
import { contents, isAsBefore } from './contents.mjs';
import { attacks, needed, openFunctions } from './escapes.mjs';

let it;
let here;
let skip = missing();
let people;
/** What `celadon migrate` says before a superuser has run roles.sql. */
let unprepared;
const sessions = {};
const name = ({ url }) => new URL(url).hostname.split('.')[0];

/** Mails are counted meanwhile. */
const heldBy = (subdomain) => contents(here, subdomain, ['mail_day']);

const send = (subdomain, method, url, options) => sendRequest(here, subdomain, method, url, options);

/** A clinic's line of the registry. */
function clinic(subdomain) {
  const [[schema, placement, shard, version]] = sqlRows(here.env.OWNER_DATABASE_URL, `select schema_name, placement, shard, schema_version from registry.clinic where subdomain = '${subdomain}'`);
  return { schema, placement, shard, version };
}

/** Does something again and again until the promise is settled. */
async function until(promise, meanwhile) {
  let over = false;
  const ended = promise.finally(() => (over = true));
  ended.catch(() => {});
  let done = 0;
  for (; !over; done += 1) await meanwhile();
  return { answer: await ended, done };
}

before(async () => {
  if (skip) return;
  it = await deploymentOnCitus();
  skip = it.missing;
  if (skip) return;
  here = it.here;
  unprepared = here.run(['migrate']);
  it.cluster.makeRoles();
  here.celadon('migrate');
  people = here.celadon('demo').filter(({ is_owner: owner }) => owner);
  // Not before: new clinics go to the emptiest placement that is open.
  here.celadon('placement', 'open', 'spread');
  await here.start(['serve'], 'serving');
  for (const owner of people) sessions[name(owner)] = (await here.signIn(owner)).cookie;
});

after(async () => {
  await it?.end();
  if (skip) process.stdout.write(`# SKIPPED: clinics in a Citus cluster: ${skip}\n`);
});

/** A test that is left out where there is no cluster. */
const onCluster = (what, work) => test(what, async (context) => (skip ? context.skip(skip) : work()));

onCluster('the cluster is fit for clinics', () => {
  const check = () => spawnSync(path.join(root, 'infra/citus/check.sh'), { env: { PATH: process.env.PATH, COORDINATOR_URL: it.cluster.url }, encoding: 'utf8' });
  const talkative = it.cluster.urlOf('worker2');
  sqlRows(talkative, "alter system set log_error_verbosity = 'default'; select pg_reload_conf();");
  assert.match(check().stderr, /log_error_verbosity is default there/);
  sqlRows(talkative, "alter system set log_error_verbosity = 'terse'; select pg_reload_conf();");
  const { status, stdout, stderr } = check();
  assert.equal(status, 0, stderr);
  assert.match(stdout, /Nothing speaks against it/);
});

onCluster('an owner who is no superuser is told what a superuser has to do, and needs none after that', () => {
  assert.equal(unprepared.status, 2);
  assert.match(unprepared.stderr, /let a superuser do it: .*revoke execute on routine citus_/);
  assert.doesNotMatch(unprepared.stderr, /no privileges could be revoked/);
  assert.deepEqual(sqlRows(it.cluster.url, "select rolsuper from pg_roles where rolname = 'celadon_owner'"), [['f']]);
});

onCluster('migrate finds out what a placement is, and refuses one that is registered as the other', () => {
  const kinds = () => sqlRows(here.env.OWNER_DATABASE_URL, 'select name, kind from registry.placement order by name');
  assert.deepEqual(kinds(), [['main', 'postgres'], ['spread', 'citus']]);
  for (const [placement, wrong, words] of [['spread', 'postgres', /spread is registered as postgres, but its database is citus/], ['main', 'citus', /main is registered as citus, but its database is postgres/]]) {
    sqlRows(here.env.OWNER_DATABASE_URL, `update registry.placement set kind = '${wrong}' where name = '${placement}'`);
    const { status, stderr } = here.run(['migrate']);
    assert.equal(status, 2);
    assert.match(stderr, words);
    sqlRows(here.env.OWNER_DATABASE_URL, `update registry.placement set kind = '${wrong === 'citus' ? 'postgres' : 'citus'}' where name = '${placement}'`);
  }
  here.celadon('migrate');
});

onCluster('clinics move into the cluster while they are read, whole, onto both workers', async () => {
  const plain = catalog(here.env.OWNER_DATABASE_URL, clinic(name(people[0])).schema);
  for (const owner of people) {
    const subdomain = name(owner);
    const cookie = sessions[subdomain];
    const list = () => send(subdomain, 'GET', '/api/patients', { cookie });
    const [known, held] = [(await list()).text, heldBy(subdomain)];
    const { answer: [moved], done } = await until(here.command('clinic', 'move', subdomain, '--to', 'spread'), async () => {
      const { status, text } = await list();
      assert.ok(status === 503 || (status === 200 && text === known), `${status} ${text}`);
    });
    process.stdout.write(`# moved ${moved.rows} rows in, fenced for ${moved.fenced_ms} ms, read ${done} times meanwhile\n`);
    assert.ok(moved.rows > 100);
    isAsBefore(heldBy(subdomain), held);
    const { schema, placement } = clinic(subdomain);
    assert.equal(placement, 'spread');
    assert.deepEqual(sqlRows(it.cluster.url, `select schemaid::regnamespace from pg_dist_schema where schemaid = '${schema}'::regnamespace`), [[schema]]);
    assert.deepEqual(sqlRows(it.cluster.url, `select rolname from pg_roles where rolname = '${schema}'`), []);
    assert.deepEqual(catalog(it.cluster.url, schema, 'celadon_gateway_s00'), plain);
  }
  const [one, other] = people.map((owner) => it.cluster.nodeOf(clinic(name(owner)).schema));
  assert.notEqual(one, other);
});

onCluster('a clinic is served there: booked once, guesses counted, its audit written and sealed', async () => {
  const [owner] = people;
  const [subdomain, cookie] = [name(owner), sessions[name(owner)]];
  const [{ id: patient }] = JSON.parse((await send(subdomain, 'GET', '/api/patients', { cookie })).text);
  const [{ id: provider }] = JSON.parse((await send(subdomain, 'GET', '/api/team', { cookie })).text).filter((member) => member.takes_appointments);
  const book = () => send(subdomain, 'POST', '/api/appointments', { cookie, body: { patient_id: patient, provider_id: provider, appointment_time: '2031-03-04T10:00', service: 'Consultation' } });
  const answers = await Promise.all([book(), book(), book()]);
  assert.deepEqual(answers.map(({ status, json }) => json.code ?? status).sort(), [201, 'double_booked', 'double_booked']);
  const guess = () => send(subdomain, 'POST', '/api/auth/login', { body: { email: owner.email, password: 'wrong' } });
  const guesses = [];
  for (let at = 0; at < 6; at += 1) guesses.push((await guess()).status);
  assert.deepEqual(guesses, [401, 401, 401, 401, 401, 429]);

  const rows = () => Number(sqlRows(it.cluster.url, `select count(*) from ${clinic(subdomain).schema}.audit where action = 'patient.list'`)[0][0]);
  const before = rows();
  await send(subdomain, 'GET', '/api/patients', { cookie });
  assert.equal(rows(), before + 1);
  here.celadon('audit', 'verify', '--clinic', subdomain);
});

onCluster('of two clinics in one shard no answer is the other one\'s, in a thousand requests of which some are cut short', async () => {
  const clinics = await Promise.all(people.map(async (owner) => {
    const [subdomain, cookie] = [name(owner), sessions[name(owner)]];
    const get = async (url) => (await send(subdomain, 'GET', url, { cookie })).text;
    const patients = JSON.parse(await get('/api/patients'));
    const urls = ['/api/patients', '/api/team', `/api/patients/${patients[0].id}`, '/api/consents/templates', '/api/clinic/settings'];
    return { subdomain, cookie, shard: clinic(subdomain).shard, patients, known: Object.fromEntries(await Promise.all(urls.map(async (url) => [url, await get(url)]))) };
  }));
  assert.equal(clinics[0].shard, clinics[1].shard);
  const counted = {};
  let number = 0;
  const work = async () => {
    while (number < 1_000) {
      number += 1;
      const [own, other] = number % 2 ? clinics : clinics.toReversed();
      const urls = Object.keys(own.known);
      const url = urls[number % urls.length];
      const kind = number % 10 === 3 ? 'cut' : number % 10 === 6 ? 'crossed' : 'own';
      const cookie = kind === 'crossed' ? other.cookie : own.cookie;
      const { status, text } = await send(own.subdomain, 'GET', url, { cookie, timeout: kind === 'cut' ? 1 + (number % 7) : 15_000 });
      counted[`${kind} ${status}`] = (counted[`${kind} ${status}`] ?? 0) + 1;
      if (kind === 'crossed') assert.equal(status, 401);
      else if (kind === 'own' || status !== 0) assert.deepEqual([status, text], [200, own.known[url]]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  process.stdout.write(`# ${JSON.stringify(counted)}\n`);
  assert.ok(counted['cut 0'] > 10, 'some were cut short');
});

onCluster('role isolation holds at each node: another shard is refused, and every function that runs a text', () => {
  // Another shard, which holds none of these clinics.
  assert.equal(here.run(['migrate'], { DATABASE_SHARDS: '2' }).status, 0);
  const open = (url) => sqlRows(url, openFunctions('celadon_gateway_s00')).map(([name]) => name);
  const { schema } = clinic(name(people[0]));
  const [[shard]] = sqlRows(it.cluster.url, `select shard_name from citus_shards where table_name::text = '${schema}.patient'`);
  for (const node of NODES) {
    const denied = (user, sql) => {
      const { rows, stderr } = tryRows(it.cluster.urlOf(node, user), `begin; set local search_path to ${schema}; ${sql}; commit;`);
      assert.match(stderr, user.endsWith('s01') ? /permission denied|does not exist/ : /permission denied/, `${sql} at ${node}`);
      assert.deepEqual(rows, [], `${sql} at ${node}`);
    };
    for (const table of [`${schema}.patient`, ...(node === it.cluster.nodeOf(schema) ? [shard] : [])]) denied('celadon_gateway_s01', `select id from ${table}`);
    denied('celadon_gateway_s01', 'select id from patient');
    for (const sql of attacks) denied('celadon_gateway_s00', sql);
    assert.deepEqual(open(it.cluster.urlOf(node)), needed.toSorted(), node);
  }
  // What somebody opened is found by the next run, and closed where its login may.
  const planted = ['worker1', 'worker2', 'coordinator'].map((node) => it.cluster.urlOf(node));
  for (const url of planted) sqlRows(url, 'set citus.enable_ddl_propagation to off; grant execute on function set_config(text, text, boolean), run_command_on_workers(text, boolean) to public');
  for (const url of planted) assert.equal(open(url).length, needed.length + 2);
  const { status, stderr } = here.run(['migrate']);
  assert.equal(status, 2);
  assert.match(stderr, /let a superuser do it: .*revoke execute on routine set_config/);
  assert.equal(here.run(['migrate'], { OWNER_DATABASE_URL_SPREAD: it.cluster.url }).status, 0);
  for (const url of planted) assert.deepEqual(open(url), needed.toSorted());
});

onCluster('a step reaches the clinics there, and the rights with it', async () => {
  const step = lastStep();
  for (const owner of people) {
    const { schema } = clinic(name(owner));
    const back = `set local search_path to ${schema}; ${step.down.map((sql) => `${sql};`).join(' ')} delete from seaql_migrations where version = '${step.name}';`;
    sqlRows(it.cluster.url, `begin; ${back} commit;`);
    sqlRows(here.env.OWNER_DATABASE_URL, `update registry.clinic set schema_version = '${step.before}' where schema_name = '${schema}'`);
  }
  const [first] = people;
  here.celadon('migrate');
  for (const owner of people) assert.equal(clinic(name(owner)).version, step.name);
  assert.equal((await send(name(first), 'GET', '/api/patients', { cookie: sessions[name(first)] })).status, 200);
});

onCluster('a worker that is killed takes its own clinics with it, and brings them back', async () => {
  const [down, up] = people.map(name);
  const get = async (subdomain) => (await send(subdomain, 'GET', '/api/patients', { cookie: sessions[subdomain] })).status;
  const node = it.cluster.nodeOf(clinic(down).schema);
  it.cluster.kill(node);
  const seen = [];
  for (let at = 0; at < 20; at += 1) {
    seen.push(await get(down));
    assert.equal(await get(up), 200);
  }
  assert.deepEqual([...new Set(seen)], [503]);
  assert.equal(it.cluster.start(), undefined);
  // A connection that the coordinator still holds to the former process fails once.
  const after = [];
  for (let at = 0; at < 30 && after.at(-1) !== 200; at += 1) after.push(await get(down));
  assert.equal(after.at(-1), 200, String(after));
  assert.deepEqual([...new Set(after)].filter((status) => status !== 200 && status !== 503), []);
});

onCluster('a clinic is restored there, and imported by another deployment', () => {
  const [subdomain] = people.map(name);
  const folder = path.join(here.temp, 'kept');
  here.celadon('clinic', 'export', subdomain, '--to', folder);
  here.celadon('clinic', 'suspend', subdomain);
  const held = heldBy(subdomain);
  here.celadon('clinic', 'restore', subdomain, '--from', folder);
  isAsBefore({ ...heldBy(subdomain), audit: held.audit }, held);
  here.celadon('clinic', 'drop-former', subdomain);
  here.celadon('clinic', 'resume', subdomain);

  sqlRows(here.env.OWNER_DATABASE_URL, 'create database another');
  const another = { OWNER_DATABASE_URL: here.env.OWNER_DATABASE_URL.replace(/\/celadon$/, '/another'), DATABASE_URL: here.env.DATABASE_URL.replace(/\/celadon$/, '/another') };
  for (const args of [['migrate'], ['placement', 'open', 'spread'], ['clinic', 'import', '--from', folder, '--placement', 'spread'], ['audit', 'verify', '--clinic', subdomain]]) {
    const { status, stderr } = here.run(args, another);
    assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
  }
  const [[schema]] = sqlRows(another.OWNER_DATABASE_URL, 'select schema_name from registry.clinic');
  it.cluster.nodeOf(schema);
});

onCluster('a clinic moves out of the cluster, whole, and nothing of it stays', async () => {
  const subdomain = name(people[1]);
  const cookie = sessions[subdomain];
  const { schema } = clinic(subdomain);
  const marker = `Last-${Date.now()}`;
  const held = heldBy(subdomain);
  const known = (await send(subdomain, 'GET', '/api/patients', { cookie })).text;
  let written = 0;
  const { answer: [moved] } = await until(here.command('clinic', 'move', subdomain, '--to', 'main'), async () => {
    const { status } = await send(subdomain, 'POST', '/api/patients', { cookie, body: { first_name: 'Mo', last_name: `${marker}-${written}` } });
    assert.ok(status === 201 || status === 503, String(status));
    if (status === 201) written += 1;
  });
  process.stdout.write(`# moved ${moved.rows} rows out, fenced for ${moved.fenced_ms} ms, ${written} patients added meanwhile\n`);
  assert.equal(clinic(subdomain).placement, 'main');
  const [[found]] = sqlRows(here.env.OWNER_DATABASE_URL, `select count(distinct last_name) from ${clinic(subdomain).schema}.patient where last_name like '${marker}%'`);
  assert.equal(Number(found), written);
  const now = heldBy(subdomain);
  for (const table of ['member', 'consent', 'treatment', 'service']) assert.deepEqual(now.rest[table], held.rest[table]);
  assert.ok((await send(subdomain, 'GET', '/api/patients', { cookie })).text.length >= known.length);
  for (const node of NODES) assert.deepEqual(sqlRows(it.cluster.urlOf(node), `select nspname from pg_namespace where nspname = '${schema}'`), []);
  here.celadon('audit', 'verify', '--clinic', subdomain);
});
