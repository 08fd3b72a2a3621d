// One deployment on two Postgres servers: a clinic is moved from one to the other and back while it and another clinic are read. It
// stays the same row by row and is served in both places, the other clinic is unaffected, and a move that is killed is completed by
// the next one. CELADON_PROGRAM names the built server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { contents, isAsBefore } from './contents.mjs';
import { PASSWORD, deployment, placement } from './deployment.mjs';

let here;
let people;

/**
 * Runs a command while `meanwhile` is done again and again; answers its lines. With `reads` it is killed after so many of them:
 * then there are no lines.
 */
async function during(args, meanwhile, reads = Infinity) {
  const command = spawn(process.env.CELADON_PROGRAM, args, { env: here.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  command.stdout.on('data', (chunk) => (stdout += chunk));
  command.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = new Promise((resolve) => command.once('close', (code, signal) => resolve({ code, signal })));
  let done = 0;
  let end;
  ended.then((how) => (end = how));
  while (!end) {
    await meanwhile();
    done += 1;
    if (done >= reads) command.kill('SIGKILL');
  }
  // One that was killed may have come to its end all the same.
  if (end.signal === 'SIGKILL' || / in \w+ already/.test(stderr)) return { lines: [], done };
  assert.equal(end.code, 0, `celadon ${args.join(' ')}: ${stderr}`);
  return { lines: stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line)), done };
}

const placementOf = (subdomain) => here.celadon('clinic', 'list').find((clinic) => clinic.subdomain === subdomain).placement;

async function signIn(clinic) {
  const { status, cookie, text } = await here.signIn(clinic);
  assert.equal(status, 200, text);
  return cookie;
}

before(async () => {
  here = await deployment('here', 'there');
  const [first, second] = here.urls;
  assert.notEqual(new URL(first).port, new URL(second).port);
  Object.assign(here.env, placement('east', second));
  here.celadon('migrate');
  people = here.celadon('demo').filter(({ is_owner: owner }) => owner);
  here.celadon('placement', 'open', 'east');
  assert.equal(people.length, 2);
  await here.start(['serve'], 'serving');
});

after(() => here?.end());

test("an owner's role is said when the clinic is made, and who treats says with which license", async () => {
  const create = (...more) => ['clinic', 'create', 'refused', '--name', 'Solo', '--owner-email', 'owner@refused.example', '--owner-password', PASSWORD, ...more];
  const before = here.celadon('clinic', 'list').length;
  for (const [more, words] of [
    [['--owner-role', 'Nurse'], /--owner-license: License number is required/],
    [['--owner-role', 'Receptionist', '--owner-license', 'NY-RN-1'], /--owner-role: must be Practice Manager, Provider, Nurse or Medical Director/],
    [['--owner-role', 'Surgeon', '--owner-license', 'NY-MD-1'], /there is no such role/],
  ]) {
    here.refused(create(...more), words);
  }
  assert.equal(here.celadon('clinic', 'list').length, before);
  for (const [subdomain, more, role, license] of [
    ['solo-nurse', ['--owner-role', 'Nurse', '--owner-license', 'NY-RN-1'], 'Nurse', 'NY-RN-1'],
    ['solo-manager', [], 'Practice Manager', null],
  ]) {
    const clinic = here.create(subdomain, ...more);
    const team = JSON.parse((await here.send(clinic, 'GET', '/api/team', { cookie: await signIn(clinic) })).text);
    assert.deepEqual(team.map((member) => [member.role, member.license_number, member.is_owner]), [[role, license, true]]);
  }
});

test("the server and its worker do not start with the owner's rights", () => {
  for (const command of ['serve', 'work']) {
    here.refused([command], /give the gateway the restricted role/, { DATABASE_URL: here.env.OWNER_DATABASE_URL, LISTEN_ADDR: '127.0.0.1:0' });
  }
});

test('a clinic moves to another server and back, whole, and its neighbour stays as it is', async () => {
  const [clinic, neighbour] = people;
  const name = ({ url }) => new URL(url).hostname.split('.')[0];
  const [cookie, beside] = [await signIn(clinic), await signIn(neighbour)];
  const list = async (who, session) => (await here.send(who, 'GET', '/api/patients', { cookie: session })).text;
  const [patients, others] = [await list(clinic, cookie), await list(neighbour, beside)];
  assert.ok(JSON.parse(patients).length > 3);
  // Jobs plan the demo's messages after the start; the copies of what was signed follow them.
  const isDue = ({ kind, next_at: at }) => kind !== 'signed_copy' && (at === null || Date.parse(at) <= Date.now());
  while (here.celadon('jobs', 'list', '--waiting').some(isDue));
  const [whole, untouched] = [contents(here, name(clinic)), contents(here, name(neighbour))];
  let known = patients;
  let held = whole;
  const reads = async () => {
    const [own, other] = await Promise.all([here.send(clinic, 'GET', '/api/patients', { cookie }), here.send(neighbour, 'GET', '/api/patients', { cookie: beside })]);
    // The other clinic is served as always; this one too, or with a 503.
    assert.deepEqual([other.status, other.text], [200, others]);
    if (own.status === 503) assert.equal(own.retryAfter, '1');
    else assert.deepEqual([own.status, own.text], [200, known]);
  };
  for (const to of ['east', 'main']) {
    // Killed early, and later: wherever that was, the next goes on.
    for (const after of [3, 25]) await during(['clinic', 'move', name(clinic), '--to', to], reads, after);
    const { lines: [moved], done } = await during(['clinic', 'move', name(clinic), '--to', to], reads);
    process.stdout.write(`# moved ${moved?.rows ?? 0} rows to ${to}, fenced for ${moved?.fenced_ms ?? 0} ms, read ${done} times meanwhile\n`);
    assert.equal(placementOf(name(clinic)), to);
    isAsBefore(contents(here, name(clinic)), held);
    isAsBefore(contents(here, name(neighbour)), untouched);
    // Signed in all the while.
    assert.equal(await list(clinic, cookie), known);
    assert.equal(await list(neighbour, beside), others);
    const { status } = await here.send(clinic, 'POST', '/api/patients', { cookie, body: { first_name: 'Mo', last_name: to } });
    assert.equal(status, 201);
    [known, held] = [await list(clinic, cookie), contents(here, name(clinic))];
    assert.ok(known.includes(`"${to}"`));
    here.celadon('audit', 'verify', '--clinic', name(clinic));
  }
});
