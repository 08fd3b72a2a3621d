// How each part looks for planted faults: it runs the tests that they name, and answers for which of them these fail.
import path from 'node:path';
import { Failure, atEnd, output, root, run, start } from '../lib/process.mjs';
import { FOR_SERVER_TESTS, startPostgres, stopPostgres } from '../lib/postgres.mjs';
import { installWeb, web } from '../lib/web.mjs';
import { crateOf } from './rust.mjs';
import fs from 'node:fs';
import os from 'node:os';

const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-mutation-'));
atEnd(() => fs.rmSync(temp, { recursive: true, force: true }));

const log = path.join(temp, 'output.log');

async function fails(command, args, options) {
  fs.rmSync(log, { force: true });
  return (await start(command, args, { log, ...options }).ended) !== 0;
}

/** One fault's test after the other. */
const each = (isFound) => async (faults) => {
  const found = [];
  for (const fault of faults) if (await isFound(fault)) found.push(fault);
  return found;
};

export const failingScripts = each(({ run: file }) => fails(process.execPath, ['--test', file]));

export const failingWeb = each(async ({ run: file }) => {
  await installWeb();
  return fails('npx', ['vitest', 'run', file], { cwd: web });
});

/** With the whole product, built and started anew for each fault. */
export const failingBrowser = each(({ run: args }) => fails('scripts/test', ['browser', '--', ...args]));

let postgres;
async function databaseUrl() {
  if (!postgres) {
    const folder = path.join(temp, 'postgres');
    atEnd(() => stopPostgres(folder));
    postgres = startPostgres(folder, FOR_SERVER_TESTS);
  }
  return (await postgres).url;
}

/** A test of a crate, run alone. What was built for one is built for the next as well. */
const failingInCrate = (testOf) => each(async (fault) => {
  const env = { TEST_DATABASE_URL: await databaseUrl(), RUST_BACKTRACE: '0' };
  const { program, target, name } = testOf(fault);
  if (program) await run('cargo', ['build', '--locked', '--package', program]);
  const test = ['test', '--locked', ...target];
  await run('cargo', [...test, '--no-run']);
  const failed = await fails('cargo', [...test, '--', '--exact', name], { env });
  // A name that no test has would succeed with and without the fault.
  if (!/^running 1 test$/m.test(fs.readFileSync(log, 'utf8'))) throw new Failure(`No test is called ${name}.`);
  return failed;
});

export const failingRust = failingInCrate((fault) => ({ target: ['--package', path.basename(crateOf(fault)), '--lib'], name: fault.run }));

/** The server's tests with the program that sets documents, built with the fault. */
export const failingDocuments = failingInCrate(({ run: name }) => ({ program: 'documents', target: ['--package', 'http-tests', '--lib'], name }));

export const failingMigration = failingInCrate(({ run: [target, name] }) => ({ target: ['--package', 'migration', '--test', target], name }));

export const failingManifests = each(({ run: name }) => fails('scripts/delivery/k8s-validate', [`--test-name-pattern=${name}`]));

export const failingOperations = each(async ({ run: file }) => {
  await run('cargo', ['build', '--locked']);
  return fails(process.execPath, ['--test', file]);
});

export async function failingStandin(faults) {
  const cwd = path.join(root, 'infra/stripe-standin');
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
  const { target_directory: target } = JSON.parse(output('cargo', ['metadata', '--no-deps', '--format-version', '1']));
  const env = { STANDIN_PROGRAM: path.join(target, 'debug/stripe-standin') };
  return each(async ({ run: file }) => {
    await run('cargo', ['build', '--locked', '--package', 'stripe-standin']);
    return fails(process.execPath, ['--test', file], { cwd, env });
  })(faults);
}
