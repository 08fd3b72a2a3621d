// What scripts/measure measures. Each function gets a clean clone `{ folder, env }` and answers figures by name; times are seconds.
import fs from 'node:fs';
import path from 'node:path';
import { Failure, freePort, output, run, start, stop, tail } from '../../lib/process.mjs';

const seconds = (since) => (performance.now() - since) / 1000;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function timed(work) {
  const began = performance.now();
  await work();
  return seconds(began);
}

const cargo = (args, { folder, env }) => {
  const printed = output('cargo', args, { cwd: folder, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  if (printed === undefined) throw new Failure(`cargo ${args.join(' ')} did not succeed.`);
  return printed;
};

/** The crates that the server is built of, by name and version. */
export async function countCrates(clone) {
  const lines = cargo(['tree', '--locked', '--edges', 'normal,build', '--package', 'server', '--prefix', 'none', '--format', '{p}'], clone).split('\n');
  return { 'crates that the server is built of': new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' ')).filter(Boolean)).size };
}

/** The costliest crates of the first build for development, as cargo's own report has them. */
export async function costliestCrates({ folder, env }, number) {
  await run('cargo', ['build', '--locked', '--timings', '--quiet'], { cwd: folder, env: { ...env, CARGO_INCREMENTAL: '0' } });
  const report = fs.readFileSync(path.join(folder, 'target/cargo-timings/cargo-timing.html'), 'utf8');
  const [, units] = /^const UNIT_DATA = (\[[^]*?\n?\]);$/m.exec(report) ?? [];
  if (!units) throw new Failure('The report of cargo has another form than expected.');
  return JSON.parse(units)
    .map(({ name, version, target, duration, rmeta_time: rmeta, sections }) => ({ name: `${name} ${version}${target}`, seconds: duration, frontEnd: sections?.find(([section]) => section === 'frontend')?.[1].end ?? rmeta ?? duration }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, number);
}

/** Starts the clone's ./scripts/run with nothing kept; answers its addresses and how it is stopped. */
async function startClone({ folder, env }, name) {
  const log = path.join(folder, `${name}.log`);
  const [port, ops] = [await freePort(), await freePort()];
  const unset = Object.fromEntries(['DATABASE_URL', 'OWNER_DATABASE_URL', 'DATABASE_DIRECT_URL', 'SECRET_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'BASE_URL', 'WEB_DIR', 'MAIL_DIR', 'CELADON_DATA'].map((key) => [key, undefined]));
  const child = start('./scripts/run', [], { log, cwd: folder, env: { ...unset, ...env, LISTEN_ADDR: `127.0.0.1:${port}`, OPS_ADDR: `127.0.0.1:${ops}` } });
  let ended;
  void child.ended.then((code) => (ended = code));
  const until = async (what) => {
    while (!(await what())) {
      if (ended !== undefined) throw new Failure(`./scripts/run ended (${ended}):\n${tail(log)}`);
      await pause(100);
    }
  };
  return { until, port, end: () => stop(child, 60_000) };
}

/** Whether the first page of the product is there. */
const hasPage = (port) => fetch(`http://localhost:${port}/`).then((answer) => answer.ok, () => false);

/** From nothing to the first page and to the program that prints; then the second start. */
export async function measureStart(clone) {
  const began = performance.now();
  const first = await startClone(clone, 'first-start');
  await first.until(() => hasPage(first.port));
  const page = seconds(began);
  const program = path.join(clone.folder, 'target/debug/celadon-documents');
  const log = path.join(clone.folder, 'first-start.log');
  // The server prints from the moment at which its program is there.
  await first.until(() => fs.existsSync(program) && fs.readFileSync(log, 'utf8').includes('Printing is ready'));
  const print = seconds(began);
  await first.end();
  const again = performance.now();
  const second = await startClone(clone, 'second-start');
  await second.until(() => hasPage(second.port));
  const secondPage = seconds(again);
  await second.end();
  return { 'run: to the first page, s': page, 'run: until it can print, s': print, 'run: second start, s': secondPage };
}

/** Everything that a change is tested with, from nothing and once more with what was built. */
export async function measureTest({ folder, env }) {
  const test = (name) => timed(() => run('bash', ['.ci/run'], { cwd: folder, env: { ...env, CI: 'true' }, log: path.join(folder, `${name}.log`) }));
  return { 'test: from nothing, s': await test('test'), 'test: with the build kept, s': await test('test-again') };
}

/** The release build of the server and the documents, and the most memory that one compiler took. */
export async function measureRelease({ folder, env }) {
  const report = path.join(folder, 'time.txt');
  const build = ['cargo', 'build', '--locked', '--release', '--quiet', '--package', 'server', '--package', 'documents'];
  const duration = await timed(() => run('/usr/bin/time', ['--format=%M', `--output=${report}`, ...build], { cwd: folder, env }));
  return { 'release: server and documents, s': duration, 'release: most memory of one process, GB': Number(fs.readFileSync(report, 'utf8')) / 1e6 };
}
