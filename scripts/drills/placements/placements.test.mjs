// The operator's placements: adding, opening and closing one, where new clinics go, balancing and draining, and a deployment one of whose
// placements is out of reach. CELADON_PROGRAM names the built server.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '../../lib/process.mjs';
import { deployment, placement } from './deployment.mjs';

let here;
let nowhere;
const clinics = {};

before(async () => {
  here = await deployment('here', 'there');
  nowhere = `postgres://nobody:secret@127.0.0.1:${await freePort()}/none`;
  here.celadon('migrate');
});

after(() => here?.end());

const lines = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
const listed = () => Object.fromEntries(here.celadon('placement', 'list').map(({ name, ...rest }) => [name, rest]));
const placements = () => Object.fromEntries(here.celadon('clinic', 'list').map(({ subdomain, placement: name }) => [subdomain, name]));
const count = (name) => Object.values(placements()).filter((one) => one === name).length;
const create = (subdomain, ...more) => (clinics[subdomain] = here.create(subdomain, ...more));

test('a placement is added, and takes no clinics until it is opened', () => {
  assert.deepEqual(Object.keys(listed()), ['main']);
  const { size_mb: size, ...main } = listed().main;
  assert.ok(size > 5, String(size));
  assert.deepEqual(main, { kind: 'postgres', clinics: 0, spares: 0, takes_new_clinics: true, is_reachable: true, problem: null });
  here.refused(['placement', 'add', 'east'], /OWNER_DATABASE_URL_EAST is not set/);
  here.refused(['placement', 'add', 'East'], /small letters/);
  here.refused(['placement', 'add', 'main'], /a placement main already/);
  here.refused(['placement', 'add', 'east'], /holds a registry or clinics already/, placement('east', here.urls[0]));
  here.refused(['placement', 'add', 'east'], /does not answer/, placement('east', nowhere));
  assert.deepEqual(Object.keys(listed()), ['main']);
  Object.assign(here.env, placement('east', here.urls[1]));
  here.celadon('placement', 'add', 'east');
  here.refused(['placement', 'add', 'east'], /a placement east already/);
  assert.deepEqual([listed().east.takes_new_clinics, listed().east.is_reachable], [false, true]);
  // As migrate leaves it.
  here.celadon('migrate');
  assert.equal(listed().east.takes_new_clinics, false);
  create('closed');
  assert.equal(placements().closed, 'main');
  here.refused(['clinic', 'create', 'later', '--name', 'Later', '--owner-email', 'o@later.example', '--owner-password', 'correct horse battery', '--placement', 'east'], /east takes no new clinics/);
  here.refused(['clinic', 'move', 'closed', '--to', 'east'], /east takes no new clinics/);
  here.refused(['placement', 'open', 'west'], /there is no placement west/);
  here.refused(['placement', 'close', 'west'], /there is no placement west/);
  here.refused(['placement', 'drain', 'west'], /there is no placement west/);
  here.refused(['placement', 'open', 'east'], /does not answer/, placement('east', nowhere));
  here.refused(['placement', 'balance'], /nothing to balance/);
  assert.deepEqual(placements(), { closed: 'main' });
});

test('new clinics go to the emptiest placement, or to the one that is named', async () => {
  here.celadon('placement', 'open', 'east');
  create('first');
  assert.equal(placements().first, 'east');
  create('second');
  assert.equal(placements().second, 'main', 'of equal ones to the oldest');
  create('third', '--placement', 'main');
  assert.equal(placements().third, 'main');
  // An address is one clinic's in all placements, and nothing is left of the other.
  here.refused(['clinic', 'create', 'second', '--name', 'Again', '--owner-email', 'o@no.example', '--owner-password', 'correct horse battery', '--placement', 'east'], /clinic_subdomain_key/);
  here.celadon('provision', '--once', '--spares', '3');
  const { main, east } = listed();
  assert.deepEqual([main.clinics, main.spares, east.clinics, east.spares], [3, 1, 1, 2]);
  await here.start(['serve'], 'serving');
  for (const name of Object.keys(clinics)) {
    const { status, text, cookie } = await here.signIn(clinics[name]);
    assert.equal(status, 200, text);
    clinics[name].cookie = cookie;
  }
});

test('the last placement that is open is not closed', () => {
  here.celadon('placement', 'close', 'main');
  here.refused(['placement', 'close', 'east'], /east is the last placement that takes new clinics/);
  here.refused(['placement', 'drain', 'east'], /east has nowhere to go/);
  assert.deepEqual([listed().main.takes_new_clinics, listed().east.takes_new_clinics], [false, true]);
  here.celadon('placement', 'open', 'main');
  // Unclaimed clinics of a closed placement are made again elsewhere.
  here.celadon('placement', 'close', 'east');
  here.celadon('provision', '--once', '--spares', '3');
  assert.deepEqual([listed().main.spares, listed().east.spares], [3, 0]);
  here.celadon('placement', 'open', 'east');
});

const answers = async () => {
  for (const [name, clinic] of Object.entries(clinics)) {
    const { status, text } = await here.send(clinic, 'GET', '/api/team', { cookie: clinic.cookie });
    assert.equal(status, 200, `${name}: ${text}`);
  }
};

test('a balance is planned first and carried out on request', async () => {
  for (const name of ['newer', 'newest']) {
    create(name, '--placement', 'main');
    clinics[name].cookie = (await here.signIn(clinics[name])).cookie;
  }
  const before = placements();
  assert.deepEqual([count('main'), listed().main.spares, count('east'), listed().east.spares], [5, 3, 1, 0]);
  const plan = here.celadon('placement', 'balance');
  const sum = plan.pop();
  assert.deepEqual(placements(), before, 'a plan moves nothing');
  assert.deepEqual([sum.planned, sum.unread], [2, 0]);
  assert.deepEqual(plan.map(({ clinic }) => clinic), ['newest', 'newer'], 'unclaimed clinics do not count');
  for (const line of plan) {
    assert.deepEqual([line.state, line.from, line.to], ['planned', 'main', 'east']);
    assert.ok(line.rows > 50 && line.expected_fence_ms >= 100 && line.size_mb >= 1, JSON.stringify(line));
  }
  const done = here.celadon('placement', 'balance', '--yes', '--at-once', '2');
  assert.deepEqual(done.pop(), { moved: plan.length, left: 0 });
  for (const { state, clinic, fenced_ms: fenced, expected_fence_ms: expected } of done.filter((line) => line.state === 'moved')) {
    process.stdout.write(`# ${clinic} was fenced for ${fenced} ms, expected ${expected} ms (${state})\n`);
  }
  assert.deepEqual([count('main'), count('east')], [3, 3]);
  await answers();
});

test('a placement is drained, also after a drain that was killed', async () => {
  for (const name of ['fourth', 'fifth', 'sixth']) create(name, '--placement', 'east');
  for (const name of ['fourth', 'fifth', 'sixth']) clinics[name].cookie = (await here.signIn(clinics[name])).cookie;
  const there = count('east');
  const plan = here.celadon('placement', 'drain', 'east', '--plan');
  assert.equal(plan.length, there + 1);
  assert.equal(listed().east.takes_new_clinics, true, 'a plan closes nothing');
  // A clinic that would be fenced for too long stays; here all do.
  const { status, stdout } = here.run(['placement', 'drain', 'east', '--longest-fence', '0']);
  assert.deepEqual([status, stdout], [2, ''], 'refused as a bad value');
  // In the middle of the second move.
  const printed = await here.killedAfter(3, 'placement', 'drain', 'east');
  assert.deepEqual(printed.slice(0, 3).map(({ state }) => state), ['begins', 'moved', 'begins']);
  assert.equal(listed().east.takes_new_clinics, false);
  const rest = here.celadon('placement', 'drain', 'east', '--megabytes-a-second', '1000');
  const { moved, left } = rest.at(-1);
  assert.ok(left === 0 && moved >= there - 2 && moved <= there, JSON.stringify(rest.at(-1)));
  assert.equal(listed().east.clinics, 0);
  assert.deepEqual(here.celadon('placement', 'drain', 'east'), [{ moved: 0, left: 0, former: 0 }]);
  await answers();
});

test('a drain is not complete while tables that a restore has replaced are there', () => {
  here.celadon('placement', 'open', 'east');
  here.create('restored', '--placement', 'east');
  const folder = path.join(here.temp, 'export');
  here.celadon('clinic', 'export', 'restored', '--to', folder);
  here.celadon('clinic', 'suspend', 'restored');
  here.celadon('clinic', 'restore', 'restored', '--from', folder);
  const { status, stdout } = here.run(['placement', 'drain', 'east']);
  assert.equal(status, 1, stdout);
  const [former, sum] = lines(stdout).slice(-2);
  assert.deepEqual(sum, { moved: 1, left: 0, former: 1 });
  const { schema, since, command, ...rest } = former;
  assert.deepEqual(rest, { clinic: 'restored', state: 'former' });
  assert.match(schema, /^clinic_/);
  assert.ok(Math.abs(Date.now() - Date.parse(since)) < 600_000, since);
  assert.deepEqual([command, placements().restored], ['celadon clinic drop-former restored', 'main']);
  assert.deepEqual(here.celadon(...command.split(' ').slice(1)), [{ dropped: 1 }]);
  assert.deepEqual(here.celadon('placement', 'drain', 'east'), [{ moved: 0, left: 0, former: 0 }]);
});

test('a placement that is out of reach leaves the others served', async () => {
  here.celadon('placement', 'open', 'east');
  create('far', '--placement', 'east');
  const [server] = here.programs;
  await here.stop(server);
  const down = placement('east', nowhere);
  const again = await here.start(['serve'], 'serving', down);
  assert.match(again.log, /out of reach/);
  assert.equal((await here.signIn(clinics.far)).status, 503);
  assert.equal((await here.signIn(clinics.first)).status, 200);
  // Its worker reaches the others: somebody forgot a password.
  const { status } = await here.send(clinics.first, 'POST', '/api/auth/forgot', { body: { email: clinics.first.email } });
  assert.equal(status, 204);
  while (here.celadon('jobs', 'list', '--clinic', 'first', '--waiting').some(({ kind }) => kind === 'password_reset'));
  const run = (...args) => here.run(args, down);
  const migrated = run('migrate');
  assert.equal(migrated.status, 0, migrated.stderr);
  assert.match(migrated.stderr, /a placement is out of reach/);
  const audit = run('audit', 'verify', '--all');
  assert.equal(audit.status, 2, audit.stdout);
  assert.match(audit.stdout, /east is out of reach: 1 of its clinics were not verified/);
  assert.match(audit.stdout, /"clinic":"first"/);
  assert.match(run('jobs', 'list').stderr, /a placement is out of reach/);
  const places = Object.fromEntries(lines(run('placement', 'list').stdout).map((one) => [one.name, one]));
  assert.deepEqual([places.east.is_reachable, places.east.size_mb, places.main.is_reachable], [false, null, true]);
  // East is the emptiest, and open.
  assert.equal(run('provision', '--once', '--spares', '5').status, 0);
  assert.equal(listed().main.spares, 5);
  assert.match(run('placement', 'drain', 'main').stderr, /main has nowhere to go/);
  const plan = run('placement', 'drain', 'east', '--plan');
  assert.equal(plan.status, 1, plan.stderr);
  assert.deepEqual(lines(plan.stdout), [
    { clinic: 'far', state: 'unread', from: 'east', to: 'main', why: 'the database of east does not answer' },
    { planned: 1, size_mb: 0, unread: 1 },
  ]);
  const made = run('clinic', 'create', 'near', '--name', 'Near', '--owner-email', 'o@near.example', '--owner-password', 'correct horse battery');
  assert.equal(made.status, 0, made.stderr);
  assert.equal(placements().near, 'main');
  // It is back.
  await here.stop(again);
  await here.start(['serve'], 'serving');
  assert.equal((await here.signIn(clinics.far)).status, 200);
});
