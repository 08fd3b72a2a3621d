// Runs the checks, and sums up what was really counted. Called by scripts/test.
// What follows -- is for Playwright: scripts/test browser -- story.spec.ts --project=phone
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { npmPackages } from './manifests/tools.mjs';
import { missing } from './placements/citus.mjs';
import { FOR_SERVER_TESTS, QUICK_LOGINS, startPostgres, stopPostgres } from './postgres.mjs';
import { Failure, atEnd, bold, freePort, main, output, root, run, say, start, step, steps, tail, together } from './process.mjs';
import { backupTools } from './restore/tools.mjs';
import { buildWeb, installWeb, web } from './web.mjs';

const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-test-'));
const [asked, forPlaywright] = splitAt(process.argv.slice(2), '--');
const counted = [];
const skipped = [];

/** The list before the word, and the list after it. */
function splitAt(words, word) {
  const at = words.indexOf(word);
  return at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
}

/** What a test run counted, kept whether or not it succeeded. `failures` are the tests that failed: each a `name`, and what it printed. */
const count = (what, passed, failed, left, failures = []) => counted.push({ what, passed, failed, left, failures });

const report = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined);

async function throwawayPostgres(name, options) {
  const folder = path.join(temp, name);
  atEnd(() => stopPostgres(folder));
  const { url, version, origin } = await startPostgres(folder, options);
  say(`Postgres ${version} (${origin})`);
  return url;
}

async function scripts() {
  const shell = ['run', 'test', 'bench', 'toolchain', 'deploy', 'faults', 'attack', 'mutate', 'scale', 'rolling', 'drill', 'citus', 'k8s-validate', 'manifests/recording-kubectl', 'rustdoc', 'release', 'nightly', 'compose/postgres.sh'].map((name) => path.join('scripts', name)).concat('.ci/run');
  await step('Scripts', async () => {
    for (const name of fs.readdirSync(path.join(root, 'scripts'), { recursive: true }).filter((file) => file.endsWith('.mjs') && !file.includes('node_modules'))) {
      await run(process.execPath, ['--check', path.join('scripts', name)]);
    }
    if (output('shellcheck', ['--version'])) await run('shellcheck', shell);
    else skipped.push('shellcheck of the shell scripts: shellcheck is not installed');
    const tests = ['postgres', 'specification', 'floors', 'sql', 'web-imports', 'web-labels', 'words', 'mutation', 'image/rules'].map((name) => `scripts/${name}.test.mjs`);
    await counting('Script tests', process.execPath, ['--test', '--test-reporter=tap', ...tests]);
  });
}

/** Runs Node's own tests and counts what they say of themselves. */
async function counting(what, command, args, options = {}) {
  let tap = '';
  try {
    await run(command, args, { ...options, onLine: (line) => (tap += `${line}\n`) });
  } finally {
    const sum = (word) => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(tap)?.[1] ?? 0);
    const failures = [...tap.matchAll(/^ *not ok \d+ - (?!.*# (?:TODO|SKIP))(.+)\n(?: *---\n([^]*?)^ *\.\.\.$)?/gm)].map(([, name, printed]) => ({ name, printed }));
    count(what, sum('pass'), sum('fail'), sum('skipped') + sum('todo'), failures);
  }
}

async function manifests() {
  if (!fs.existsSync(path.join(root, '../shared/tools/kube'))) skipped.push('custom resources against an API server: ../shared/tools/kube is not there');
  await step('Manifests', () => counting('Manifest tests', 'scripts/k8s-validate', ['--test-reporter=tap']));
}

/** Stripe's official client against the stand-in, which is built alone or, without packages named, with all programs. */
async function standin(packages = ['--package', 'stripe-standin']) {
  const cwd = path.join(root, 'infra/stripe-standin');
  await step('Stand-in: packages', () => run('npm', ['ci', '--no-audit', '--no-fund'], { cwd }));
  await step('Stand-in: program', () => run('cargo', ['build', '--locked', ...packages]));
  await step('Stand-in: tests', () => {
    const env = { STANDIN_PROGRAM: built('stripe-standin') };
    return counting('Stand-in tests', process.execPath, ['--test', '--test-reporter=tap', 'tests/client.test.mjs', 'tests/signatures.test.mjs'], { cwd, env });
  });
}

/**
 * Clippy compiles the workspace: its lints and the build are one pass, where `cargo clippy` reads every dependency a second time. For
 * every part, because cargo builds anew when this changes.
 */
Object.assign(process.env, { RUSTC_WORKSPACE_WRAPPER: 'clippy-driver', CLIPPY_ARGS: '-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__' });

/** Apart from the documents: together, cargo would build the server's crates with features that only the typesetter asks for. */
const withoutDocuments = ['--workspace', '--exclude', 'documents'];

async function buildRust() {
  await step('Rust: formatting', () => run('cargo', ['fmt', '--all', '--check']));
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
  if (!fs.existsSync(description)) skipped.push(`requests against Stripe's description: it is not in ${description}`);
  await step('Rust: tests', async () => cargoTest('Rust tests', [...withoutDocuments, '--no-fail-fast'], { RUST_TEST_THREADS, TEST_DATABASE_URL: await throwawayPostgres('rust', FOR_SERVER_TESTS) }));
}

/** The documents' tests, and the documentation of every crate with its examples. */
async function testDocuments() {
  await step('Rust: tests of the documents', () => cargoTest('Document tests', ['--package', 'documents', '--no-fail-fast']));
  await step('Rust: documentation', async () => {
    const env = { RUSTDOC: path.join(root, 'scripts/rustdoc'), CELADON_DOCS: path.join(temp, 'docs') };
    for (const crates of [withoutDocuments, ['--package', 'documents']]) await run('cargo', ['test', ...crates, '--locked', '--doc'], { env });
  });
}

/** A program that `cargo build` has left. */
const built = (name) => path.join(JSON.parse(output('cargo', ['metadata', '--no-deps', '--format-version', '1'])).target_directory, 'debug', name);

/** Clinics on several Postgres servers, and in a cluster. */
async function testPlacements() {
  await step('Rust: two Postgres servers, several workers', async () => {
    await run('cargo', ['build', '--locked', '--bin', 'celadon']);
    const env = { CELADON_PROGRAM: built('celadon') };
    await counting('Placement tests', process.execPath, ['--test', '--test-reporter=tap', ...['two-servers', 'placements', 'workers'].map((name) => `scripts/placements/${name}.test.mjs`)], { env });
    const why = missing();
    if (why) skipped.push(`clinics in a Citus cluster: ${why}`);
    else await counting('Citus tests', process.execPath, ['--test', '--test-reporter=tap', 'scripts/placements/citus.test.mjs'], { env });
  });
}

async function rust() {
  await buildRust();
  await testRust();
  await testDocuments();
  await testPlacements();
}

async function cargoTest(what, args, env = {}) {
  const sum = { passed: 0, failed: 0, ignored: 0 };
  const failures = [];
  let printing;
  const onLine = (line) => {
    const [, failed] = /^test (.+) \.\.\. FAILED$/.exec(line) ?? [];
    if (failed) failures.push({ name: failed, printed: '' });
    // Below its heading stands what a failed test printed, up to the next heading or the list of all that failed.
    const [, heading] = /^---- (.+) stdout ----$/.exec(line) ?? [];
    if (heading) printing = failures.find(({ name }) => name === heading);
    else if (line === 'failures:') printing = undefined;
    else if (printing) printing.printed += `${line}\n`;
    const result = /^test result:.* (\d+) passed; (\d+) failed; (\d+) ignored/.exec(line);
    ['passed', 'failed', 'ignored'].forEach((key, index) => (sum[key] += Number(result?.[index + 1] ?? 0)));
  };
  try {
    await run('cargo', ['test', '--locked', ...args], { onLine, env });
  } finally {
    count(what, sum.passed, sum.failed, sum.ignored, failures);
  }
}

/** The built program as an operator has it: behind a real PgBouncer, stopped, and by the commands of the pages. */
async function operations() {
  await step('Operations: program', () => run('cargo', ['build', '--locked']));
  await step('Operations: the schema of FHIR', () => run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: path.join(root, 'scripts/fhir') }));
  const hasBackups = await step('Operations: barman-cloud and an object store', () => backupTools() !== undefined);
  if (!hasBackups) skipped.push('the restore drill: barman-cloud and SeaweedFS could not be fetched from PyPI');
  const files = (...names) => names.map((name) => `scripts/${name}.test.mjs`);
  const tests = files('pooler/pooler', 'fleet/telemetry', 'fleet/commands', 'fleet/stream', 'fleet/tls', 'fhir/fhir', ...(hasBackups ? ['restore/restore'] : []));
  await step('Operations: tests', () => counting('Operations tests', process.execPath, ['--test', '--test-concurrency=1', '--test-reporter=tap', ...tests]));
  // Side by side: each waits most of its time, for a mail server that says nothing or for Alertmanager to gather what it has heard.
  const beside = files('smtp/smtp', 'edge/edge', 'observability/observability');
  await step('Operations: other people\'s programs', () => counting('Tests with other programs', process.execPath, ['--test', `--test-concurrency=${beside.length}`, '--test-reporter=tap', ...beside]));
}

async function webApp() {
  await step('Web: packages', () => installWeb());
  await step('Web: generated client', async () => {
    const folder = path.join(web, 'src/api/generated');
    const contents = () => new Map([...fs.readdirSync(folder).map((name) => path.join(folder, name)), path.join(web, 'src/api/permissions.ts')].map((file) => [file, fs.readFileSync(file, 'utf8')]));
    const before = contents();
    await run('npm', ['run', '--silent', 'api'], { cwd: web });
    const after = contents();
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));
    if (changed.length > 0) throw new Failure(`${changed.join(' and ')} was older than what it is generated from. It is current now: commit it.`);
  });
  await step('Web: types', () => run('npx', ['tsc', '--noEmit'], { cwd: web }));
  await step('Web: lints', () => run('npx', ['oxlint', '--deny-warnings'], { cwd: web }));
  await step('Web: tests', async () => {
    const file = path.join(temp, 'vitest.json');
    try {
      await run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], { cwd: web });
    } finally {
      const sum = report(file);
      const failures = sum?.testResults.flatMap(({ name: of, assertionResults }) => assertionResults.filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({ name: `${path.basename(of)}: ${fullName}`, printed: failureMessages.join('\n') })));
      if (sum) count('Web tests', sum.numPassedTests, sum.numFailedTests, sum.numPendingTests + sum.numTodoTests, failures);
    }
  });
  await step('Web: build', () => buildWeb());
  await step('Web: budgets', () => counting('Budget tests', process.execPath, ['--test', '--test-reporter=tap', 'budget.test.mjs'], { cwd: web }));
}

/** The image of a release: built twice, looked into, run, pushed, signed. Compiling for release takes minutes. */
async function image() {
  await step('Image: packages', () => {
    if (!npmPackages()) throw new Failure('The packages that the manifests are read with could not be fetched.');
  });
  await step('Image: tests', () => counting('Image tests', process.execPath, ['--test', '--test-reporter=tap', 'scripts/image/image.test.mjs']));
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
  const server = start(process.execPath, ['scripts/run.mjs'], {
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

async function browser() {
  const program = await step('Browser: Chromium', () => chromium());
  if (!program) {
    const why = 'browser tests: there is no Chromium. Install it (Debian: apt install chromium-headless-shell) or set CHROMIUM_PATH';
    if (process.env.CI) throw new Failure(why);
    skipped.push(why);
    return;
  }
  await step('Browser: server', () => run('cargo', ['build', '--locked']));
  await step('Browser: documents', () => run('cargo', ['build', '--locked', '--package', 'documents']));
  await step('Browser: web app', () => buildWeb());
  const people = await step('Browser: start', startCeladon);
  await step('Browser: tests', async () => {
    const file = path.join(temp, 'playwright.json');
    const env = { CHROMIUM_PATH: program, CELADON_DEMO: people, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    try {
      await run('npx', ['playwright', 'test', '--reporter=list,json', ...forPlaywright], { cwd: web, env });
    } finally {
      const outcome = report(file);
      const failed = outcome ? failedSpecs(outcome) : [];
      const sum = outcome?.stats;
      const failures = failed.map(({ file: of, title, tests }) => ({ name: `${of}: ${title}`, printed: tests.flatMap(({ results }) => results.map(({ error }) => error?.message)).join('\n') }));
      if (sum) count('Browser tests', sum.expected, sum.unexpected + sum.flaky, sum.skipped, failures);
      showPages(failed);
    }
  });
}

/** The tests of Playwright's report that failed. */
const failedSpecs = ({ suites = [], specs = [] }) => [...specs.filter(({ ok }) => !ok), ...suites.flatMap(failedSpecs)];

/** Prints what each failed test had on its page: where the folder of the output is not kept, that is all there is to look at. */
function showPages(specs) {
  const attachments = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.flatMap((result) => result.attachments)));
  for (const { path: file } of attachments.filter(({ name }) => name === 'error-context')) {
    const [, snapshot] = /^```yaml\n([^]*?)^```/m.exec(fs.readFileSync(file, 'utf8')) ?? [];
    if (snapshot) say(`\n${path.basename(path.dirname(file))}\n${snapshot}`);
  }
}

/** The deployment on one machine, on Docker's engine: its images are made of what is built for development. */
async function compose() {
  await step('Compose: programs', () => run('cargo', ['build', '--locked', '--bin', 'celadon']));
  await step('Compose: documents', () => run('cargo', ['build', '--locked', '--package', 'documents']));
  await step('Compose: web app', () => buildWeb());
  const env = { PROGRAMS: path.dirname(built('celadon')) };
  await step('Compose: tests', () => counting('Compose tests', process.execPath, ['--test', '--test-reporter=tap', 'scripts/compose/compose.test.mjs'], { env }));
}

/** The story in Firefox and WebKitGTK. Not part of everything: their packages alone take as long as all that it costs. */
async function browsers() {
  await step('Browsers: server', () => run('cargo', ['build', '--locked']));
  await step('Browsers: documents', () => run('cargo', ['build', '--locked', '--package', 'documents']));
  await step('Browsers: web app', () => buildWeb());
  const people = await step('Browsers: start', startCeladon);
  await step('Browsers: the story', () => counting('Story in other browsers', process.execPath, ['--test', '--test-reporter=tap', 'scripts/browsers/story.test.mjs'], { env: { CELADON_DEMO: people } }));
}

/** The first lines of what a failed test printed, indented, without the calls that led there: a panic names its file and line. */
const beginning = (printed = '') => printed.replaceAll(/\x1b\[[\d;]*m/g, '').replace(/^stack backtrace:\n(?: +(?:\d+:|at ).*\n?)*/m, '').trim().split('\n', 30).map((line) => `\n    ${line.slice(0, 300)}`).join('').trimEnd();

function sumUp() {
  say(`\n${bold('Times')}`);
  for (const { title, seconds, ok } of steps) say(`  ${title.padEnd(24)} ${String(seconds).padStart(7)} s  ${ok ? 'ok' : 'FAILED'}`);
  for (const { what, passed, failed, left } of counted) say(`${what}: ${passed} passed, ${failed} failed${left ? `, ${left} not run` : ''}`);
  // With the beginning of what they printed, because that stands a thousand lines above.
  for (const { what, failures } of counted) for (const { name, printed } of failures) say(`Failed (${what}): ${name}${beginning(printed)}`);
  for (const what of skipped) say(`Skipped: ${what}.`);
  if (counted.length) say('Not part of this: ./scripts/test browsers (Firefox, WebKitGTK), ./scripts/citus (clinics in a Citus cluster under load), ./scripts/faults (broken machines), ./scripts/attack (scanners, cargo-deny, long fuzzing), and what else ./scripts/nightly runs.');
  const total = (key) => counted.reduce((sum, entry) => sum + entry[key], 0);
  const bad = steps.filter(({ ok }) => !ok);
  if (bad.length) say(`Failed at: ${bad.map(({ title }) => title).join(', ')}`);
  // A step that failed before or beside its tests must not close with 'no failures'.
  if (counted.length && (!bad.length || total('failed'))) say(`${total('passed')} passed, ${total('failed')} failed`);
}

/**
 * Every part. What needs neither a server nor a browser shares the processors with cargo, which compiles a crate on one of them for minutes.
 * The server's tests wait for Postgres, and the parts after them for other programs, a third of their time: something else runs beside each.
 * The browser has the machine for itself, because there a slow answer is a failed test.
 */
async function everything() {
  await together(
    async () => {
      await buildRust();
      // Each part builds what it needs; built here, none of them waits for another's lock.
      await step('Rust: programs', () => run('cargo', ['build', '--locked']));
      await together(testRust, async () => {
        await testDocuments();
        await standin([]);
      });
    },
    async () => {
      for (const part of [scripts, manifests, webApp]) await part();
    },
  );
  await together(operations, testPlacements);
  await browser();
}

const parts = { scripts, manifests, rust, operations, standin, web: webApp, browser };
/** What runs only when it is asked for. */
const alone = { image, compose, browsers };
const known = { ...parts, ...alone };

await main(async () => {
  const unknown = asked.find((name) => !known[name]);
  if (unknown) throw new Failure(`There is no part '${unknown}'. Parts: ${Object.keys(known).join(', ')}.`);
  atEnd(() => fs.rmSync(temp, { recursive: true, force: true }));
  let failure;
  try {
    if (!asked.length) await everything();
    for (const name of asked) await known[name]();
  } catch (error) {
    failure = error;
    say(`\n${error instanceof Failure ? error.message : error.stack}`);
  }
  sumUp();
  return failure ? 1 : 0;
});
