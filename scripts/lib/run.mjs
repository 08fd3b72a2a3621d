// Builds Celadon, starts Postgres and the server, and keeps them until Ctrl-C. Called by scripts/run.
//
// Every setting of the environment wins over what is chosen here. CELADON_DATA moves the folder
// with the data, the secrets, the mails and the logs; CELADON_DEMO_SETS=2 makes the two demo clinics twice.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { startPostgres, stopPostgres } from './postgres.mjs';
import { Failure, atEnd, bold, data, freePort, main, output, root, run, say, start, step, steps, tail } from './process.mjs';
import { buildWeb, web } from './web.mjs';

const env = process.env;
const logs = path.join(data, 'log');
const note = path.join(data, 'running.json');
const signIns = path.join(data, 'demo.json');
const shown = (file) => path.relative(process.cwd(), file) || '.';

/** A setting from the environment, itself or from the file that NAME_FILE names. */
function given(name) {
  if (env[name]) return env[name];
  return env[`${name}_FILE`] && fs.readFileSync(env[`${name}_FILE`], 'utf8').trim();
}

function secretFile(name) {
  const file = path.join(data, name);
  if (!fs.existsSync(file)) fs.writeFileSync(file, crypto.randomBytes(32).toString('hex'), { mode: 0o600 });
  return file;
}

/**
 * Without a key of Stripe, the stand-in: on a free port, with its data kept for the next start. The key
 * and the secret are only known to it and to the server.
 */
async function standInForStripe(program) {
  if (given('STRIPE_SECRET_KEY')) return undefined;
  const port = await freePort();
  const host = new URL(env.BASE_URL).hostname;
  env.STRIPE_API_BASE = `http://127.0.0.1:${port}`;
  env.STRIPE_SECRET_KEY = `sk_test_${fs.readFileSync(secretFile('stripe.key'), 'utf8').trim()}`;
  env.STRIPE_WEBHOOK_SECRET = `whsec_${fs.readFileSync(secretFile('stripe.secret'), 'utf8').trim()}`;
  const log = path.join(logs, 'stripe.log');
  fs.writeFileSync(log, '', { mode: 0o600 });
  const standin = start(program, [], {
    log,
    env: {
      STANDIN_LISTEN: `127.0.0.1:${port}`,
      STANDIN_DATA: path.join(data, 'stripe-standin.json'),
      STANDIN_WEBHOOK_URL: `http://127.0.0.1:${env.LISTEN_ADDR.split(':').pop()}/api/stripe/webhook`,
      STANDIN_WEBHOOK_HOST: host,
    },
  });
  let ended;
  void standin.ended.then((code) => (ended = code));
  while (!(await fetch(env.STRIPE_API_BASE).then((answer) => answer.ok, () => false))) {
    if (ended !== undefined) throw new Failure(`The stand-in for Stripe ended (${ended}):\n${tail(log)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return env.STRIPE_API_BASE;
}

/** What an earlier start left behind when it was killed. */
function leftOver() {
  if (!fs.existsSync(note)) return {};
  const earlier = JSON.parse(fs.readFileSync(note, 'utf8'));
  try {
    process.kill(earlier.pid, 0);
    return {};
  } catch {
    return earlier;
  }
}

async function refuseTakenPorts(names) {
  for (const name of names) {
    const [, host, port] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(env[name]) ?? [];
    if (!port) throw new Failure(`${name} is not an address like 127.0.0.1:8080.`);
    if (await freePort(Number(port), host)) continue;
    const other = `${host}:${Number(port) + 1}`;
    throw new Failure(`Port ${port} is taken by another program, perhaps by another ./scripts/run. Stop that, or choose another port: ${name}=${other} ./scripts/run`);
  }
}

/** The owner's and the gateway's way to the database; starts Postgres when the environment names none. */
async function database(earlier) {
  if (given('DATABASE_URL')) return false;
  let owned = false;
  if (!given('OWNER_DATABASE_URL')) {
    const postgres = await startPostgres();
    owned = postgres.started || Boolean(earlier.postgres);
    if (owned) atEnd(() => stopPostgres());
    env.OWNER_DATABASE_URL = postgres.url;
    say(`Postgres ${postgres.version} (${postgres.origin}), data in ${shown(postgres.data)}.`);
  }
  const gateway = new URL(given('OWNER_DATABASE_URL'));
  gateway.username = 'celadon_gateway';
  gateway.password = fs.readFileSync(secretFile('gateway.password'), 'utf8').trim();
  env.DATABASE_URL = gateway.href;
  return owned;
}

/** Makes the demo clinics where there are none; their sign-ins are kept for later starts. */
function demo(celadon) {
  const log = path.join(logs, 'demo.log');
  const printed = output(celadon, ['demo', '--sets', env.CELADON_DEMO_SETS ?? '1'], { stdio: ['ignore', 'pipe', fs.openSync(log, 'w', 0o600)], env: { ...env, NO_COLOR: '1' } });
  if (printed === undefined) throw new Failure(`celadon demo did not succeed:\n${tail(log)}`);
  const lines = printed.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  if (lines.length) fs.writeFileSync(signIns, JSON.stringify(lines, null, 2), { mode: 0o600 });
  return fs.existsSync(signIns) ? JSON.parse(fs.readFileSync(signIns, 'utf8')) : [];
}

/** Keeps spare clinics for those who sign up: with the owner's rights, which the server does not have. */
function provision(celadon) {
  // The server has OPS_ADDR, so this port is unused.
  start(celadon, ['provision'], { log: path.join(logs, 'provision.log'), env: { OPS_ADDR: '127.0.0.1:0' } });
}

/** Builds the program that typesets documents while the server already serves: until then, printing says that it is not ready. */
function buildDocuments(programs) {
  const file = env.DOCUMENTS_PROGRAM ?? path.join(programs, 'celadon-documents');
  const log = path.join(logs, 'documents.log');
  fs.writeFileSync(log, '', { mode: 0o600 });
  if (!fs.existsSync(file)) say(`\nPrinting follows: its program is being built, which takes some minutes the first time; the output goes to ${shown(log)}.`);
  const began = Date.now();
  const build = start('cargo', ['build', '--locked', '--package', 'documents'], { log });
  void build.ended.then((code) => {
    if (code !== 0) say(`Printing is not ready: its program could not be built. The end of ${shown(log)}:\n${tail(log)}`);
    else if (Date.now() - began > 10_000) say('Printing is ready.');
  });
}

async function serve(celadon, log) {
  fs.writeFileSync(log, '', { mode: 0o600 });
  // The server works as the restricted role; it does not need the owner's rights.
  const server = start(celadon, ['serve'], { log, env: { OWNER_DATABASE_URL: undefined, OWNER_DATABASE_URL_FILE: undefined } });
  let ended;
  void server.ended.then((code) => (ended = code));
  for (const until = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (ended !== undefined) throw new Failure(`The server ended (${ended}). The end of ${shown(log)}:\n${tail(log)}`);
    const ready = await fetch(`http://${env.OPS_ADDR}/health/ready`).then((answer) => answer.ok, () => false);
    if (ready) return server;
    if (Date.now() > until) throw new Failure(`The server does not get ready within a minute. The end of ${shown(log)}:\n${tail(log)}`);
  }
}

/** Names each mail that the server writes instead of sending it. */
function announceMails() {
  fs.mkdirSync(env.MAIL_DIR, { recursive: true });
  const known = new Set(fs.readdirSync(env.MAIL_DIR));
  const watcher = fs.watch(env.MAIL_DIR, (_, name) => {
    if (!name?.endsWith('.eml') || known.has(name)) return;
    known.add(name);
    say(`A mail was written: ${shown(path.join(env.MAIL_DIR, name))}`);
  });
  atEnd(() => watcher.close());
}

function greet(people, stripe) {
  say(`\n${bold('Celadon is running.')}`);
  let clinic;
  for (const person of people) {
    if (person.url !== clinic) say(`\n  ${bold(person.url)}${person.clinic ? `  ${person.clinic}` : ''}`);
    clinic = person.url;
    const role = `${person.role}${person.is_owner ? ', owner' : ''}`;
    say(`    ${role.padEnd(26)} ${person.email.padEnd(36)} ${person.password}`);
  }
  say(`\n  ${bold(env.BASE_URL)}  what Celadon is, and sign-up`);
  if (!given('SMTP_URL')) say(`  Mails are files in         ${shown(env.MAIL_DIR)}`);
  if (stripe) say(`  Instead of Stripe          ${stripe} (a stand-in: no card data, no money; its clock can be moved there)`);
  say(`  The logs are in            ${shown(logs)}`);
  say(`  It took                    ${steps.map(({ title, seconds }) => `${title.toLowerCase()} ${seconds} s`).join(', ')}`);
  say('\nCtrl-C stops it; the data stay.');
}

await main(async () => {
  for (const folder of [data, logs]) fs.mkdirSync(folder, { recursive: true });
  env.LISTEN_ADDR ||= '127.0.0.1:8080';
  env.OPS_ADDR ||= '127.0.0.1:9090';
  env.BASE_URL ||= `http://localhost:${env.LISTEN_ADDR.split(':').pop()}`;
  env.WEB_DIR ||= path.join(web, 'dist');
  env.MAIL_DIR ||= path.join(data, 'mail');
  if (!given('SECRET_KEY')) env.SECRET_KEY_FILE = secretFile('secret');
  if (given('DATABASE_URL') && !given('OWNER_DATABASE_URL')) {
    throw new Failure('DATABASE_URL is set, but OWNER_DATABASE_URL is not: migrating needs the owner of the tables.');
  }
  await refuseTakenPorts(['LISTEN_ADDR', 'OPS_ADDR']);

  const workspace = output('cargo', ['metadata', '--no-deps', '--format-version', '1']);
  if (!workspace) throw new Failure('cargo cannot read the workspace: try cargo metadata.');
  const programs = path.join(JSON.parse(workspace).target_directory, 'debug');
  const celadon = path.join(programs, 'celadon');
  const log = path.join(logs, 'web.log');
  fs.writeFileSync(log, '');
  await Promise.all([
    step('The web app', async () => {
      say(`Its packages and its build, beside the server's; the output goes to ${shown(log)}.`);
      await buildWeb({ log });
    }),
    step('The server', async () => {
      if (!fs.existsSync(celadon)) say('This first build takes several minutes.');
      await run('cargo', ['build', '--locked']);
    }),
  ]);

  const owned = await step('The database', async () => {
    const result = await database(leftOver());
    await run(celadon, ['migrate'], { log: path.join(logs, 'migrate.log') });
    return result;
  });
  const people = await step('The demo clinics', async () => demo(celadon));
  const stripe = await standInForStripe(path.join(programs, 'stripe-standin'));
  provision(celadon);
  const server = await step('The start', () => serve(celadon, path.join(logs, 'server.log')));
  if (!given('SMTP_URL')) announceMails();
  fs.writeFileSync(note, JSON.stringify({ pid: process.pid, server: server.pid, postgres: owned }));
  atEnd(() => fs.rmSync(note));
  greet(people, stripe);
  buildDocuments(programs);
  const code = await server.ended;
  throw new Failure(`The server ended (${code}). The end of its log:\n${tail(path.join(logs, 'server.log'))}`);
});
