// A deployment on one machine as infra/docs/first-deployment.md has it: every command of that section is run, on Docker's own engine.
// node --test scripts/delivery/compose/compose.test.mjs, by ./scripts/test compose. PROGRAMS names the folder of the built programs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { enter, sendRequest, signIn } from '../../drills/fault/client.mjs';
import { PASSWORD, waitUntil } from '../../drills/fault/world.mjs';
import { print } from '../image/day.mjs';
import { needPackages } from '../image/programs.mjs';
import { root, tidy } from '../../lib/process.mjs';
import { startEngine } from './engine.mjs';
import { COLLECTOR, PGBOUNCER, POSTGRES, RELEASES, makeImages } from './stand-ins.mjs';

/** Who reads the secrets, by number: the product and PgBouncer, and Postgres at its first start. */
const [PRODUCT_USER, POSTGRES_USER] = [65532, 999];
const CLINIC = 'alpha';
/** compose.yaml publishes it. */
const world = { port: 8080 };
const PAGE = fs.readFileSync(path.join(root, 'infra/docs/first-deployment.md'), 'utf8');
const [, SECTION] = /^## On one machine\n([^]*?)(?=^## |$(?![^]))/m.exec(PAGE);
/** What the page's readers put in; here it is this. */
const SETTINGS = { CELADON_IMAGE: RELEASES[0], POSTGRES_IMAGE: POSTGRES, PGBOUNCER_IMAGE: PGBOUNCER, COLLECTOR_IMAGE: COLLECTOR, BASE_URL: `http://localhost:${world.port}`, TRACES_ENDPOINT: 'http://127.0.0.1:4318' };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-compose-'));
const at = path.join(folder, 'infra/compose');
const password = () => crypto.randomBytes(16).toString('hex');
const OF_PGBOUNCER = password();
let engine;

/** What a line of the page prints. `answers`: what is typed after each prompt that matches; then it has a terminal. */
async function shell(line, answers) {
  const [program, args] = answers ? ['script', ['--quiet', '--return', '--command', line, '/dev/null']] : ['sh', ['-euc', line]];
  const child = spawn(program, args, { cwd: at, env: engine.env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = [...(answers ?? [])];
  let [said, complained] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (waiting.length && waiting[0][0].test(said)) child.stdin.write(`${waiting.shift()[1]}\n`);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (complained += text));
  if (!answers) child.stdin.end();
  const timer = setTimeout(() => child.kill(), 240_000);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  assert.equal(code, 0, `${line}:\n${(said + complained).slice(-2000)}`);
  return said;
}

const [, BLOCK] = /```\n([^]*?)```/.exec(SECTION);
/** The commands of the section's block, in order. */
const commands = BLOCK.split('\n').filter((line) => line.startsWith('docker compose'));

/** The command of the section's text that has these words. */
const named = (words) => {
  const found = [...SECTION.matchAll(/`(docker compose [^`]+)`/g)].map(([, line]) => line).find((line) => line.includes(words));
  assert.ok(found, `the page names no command with ${words}`);
  return found;
};

function laySecrets() {
  const [owner, gateway] = [password(), password()];
  const lay = (name, text, reader = PRODUCT_USER) => {
    fs.writeFileSync(path.join(at, 'secrets', name), text, { mode: 0o400 });
    fs.chownSync(path.join(at, 'secrets', name), reader, reader);
  };
  lay('superuser-password', password(), POSTGRES_USER);
  lay('owner-password', owner, POSTGRES_USER);
  lay('owner-database-url', `postgres://celadon_owner:${owner}@postgres:5432/celadon`);
  lay('database-direct-url', `postgres://celadon_gateway:${gateway}@postgres:5432/celadon`);
  lay('database-url', `postgres://celadon_gateway:${gateway}@pgbouncer:6432/celadon`);
  lay('secret-key', crypto.randomBytes(32).toString('hex'));
  lay('smtp-url', 'smtps://mail.example.com:465');
  lay('pgbouncer-userlist', `"pgbouncer" "${OF_PGBOUNCER}"\n`);
  // Those of the files beside compose.yaml.
  lay('stripe-secret-key', 'sk_test_of_this_test_alone');
  lay('stripe-webhook-secret', `whsec_${password()}`);
  lay('mail-webhook-secret', `whsec_${crypto.randomBytes(32).toString('base64')}`);
  lay('sms-account', `AC${password()}`);
  lay('sms-token', password());
  lay('sms-from', '+15005550006');
}

/** Every service is up, and the server answers a clinic's page. */
async function isServed() {
  try {
    await waitUntil('the server to answer', 60, async () => (await sendRequest(world, CLINIC, 'GET', '/', {})).status !== 0);
  } catch (error) {
    throw new Error(`${error.message}:\n${await shell('docker compose logs --no-color --tail 5')}`);
  }
  const listed = (await shell('docker compose ps --all --format json')).trim().split('\n').map((line) => JSON.parse(line));
  const states = Object.fromEntries(listed.map(({ Service, State, ExitCode }) => [Service, `${State} ${ExitCode}`]));
  const running = ['postgres', 'pgbouncer', 'server', 'worker', 'provision', 'otel-collector'].map((name) => [name, 'running 0']);
  assert.deepEqual(states, { ...Object.fromEntries(running), migrate: 'exited 0' });
}

before(async () => {
  needPackages('mmdebstrap', 'strip', 'script');
  // Below it are folders of the containers' own users.
  fs.chmodSync(folder, 0o755);
  fs.cpSync(path.join(root, 'infra'), path.join(folder, 'infra'), { recursive: true, filter: (name) => !name.includes('node_modules') });
  engine = await startEngine(folder);
  await makeImages(engine.env, folder, process.env.PROGRAMS);
});
after(async () => {
  if (engine) {
    await shell('docker compose down --volumes --timeout 5').catch((error) => console.log(error.message));
    await engine.end();
  }
  await tidy();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('the page\'s commands start it', async () => {
  const lines = BLOCK.split('\n');
  assert.equal(lines[0], 'cd infra/compose');
  await shell(lines.find((line) => line.startsWith('install ')));
  laySecrets();
  const [settings] = /^cat >\.env[^]*?^END$/m.exec(BLOCK);
  await shell(settings.replaceAll(/^([A-Z_]+)=.*$/gm, (line, name) => (name in SETTINGS ? `${name}=${SETTINGS[name]}` : line)));
  assert.equal(commands.length, 4, `${commands.join('\n')}`);
  for (const line of commands) await shell(line, line.includes('\\password') ? [[/Enter new password/, OF_PGBOUNCER], [/Enter it again/, OF_PGBOUNCER]] : undefined);
  await isServed();
});

test('a clinic is made, signs in, and has a record printed', async () => {
  await shell(`docker compose exec -T provision /celadon clinic create ${CLINIC} --name 'Clinic alpha' --owner-email owner@clinic.example --owner-password '${PASSWORD}' --time-zone UTC --owner-role 'Medical Director' --owner-license NY-MD-TEST-1`);
  assert.match(await shell('docker compose exec -T provision /celadon clinic list'), /"subdomain":"alpha"/);
  const session = await enter(world, CLINIC);
  await print(session, (method, to, body) => sendRequest(world, CLINIC, method, to, { body, cookie: session.cookie }));
});

test('nothing that it does by itself is worth a warning', async () => {
  const lines = (await shell('docker compose logs --no-color server worker provision')).split('\n').filter((line) => /"level":"(WARN|ERROR)"/.test(line));
  // There is no collector behind its name.
  assert.deepEqual(lines.filter((line) => !/figures|spans|opentelemetry|InternalFailure/.test(line)), []);
});

test('Stripe, the mail provider\'s reports and texts come with the files beside it', async () => {
  for (const other of ['`-f mail-reports.yaml`', '`-f texts.yaml`']) assert.ok(SECTION.includes(other), `the page does not name ${other}`);
  await shell(named('-f stripe.yaml').replace('-f stripe.yaml', '-f stripe.yaml -f mail-reports.yaml -f texts.yaml'));
  await isServed();
});

test('a release is rolled out, and back', async () => {
  const choose = (image) => fs.writeFileSync(path.join(at, '.env'), fs.readFileSync(path.join(at, '.env'), 'utf8').replace(/^CELADON_IMAGE=.*$/m, `CELADON_IMAGE=${image}`));
  choose(RELEASES[1]);
  await shell(commands.at(-1));
  await isServed();
  choose(RELEASES[0]);
  await shell(named('--no-deps'));
  await isServed();
});

test('what was written is there after everything was taken down', async () => {
  await shell('docker compose down');
  await shell(commands.at(-1));
  await isServed();
  await signIn(world, CLINIC);
});
