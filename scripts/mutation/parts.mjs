// How each part looks for planted faults: runs what the fault names, and answers which faults made it fail.
import path from 'node:path';
import { Failure, atEnd, output, root, run, start } from '../process.mjs';
import { QUICK_LOGINS, startPostgres, stopPostgres } from '../postgres.mjs';
import { installWeb, web } from '../web.mjs';
import fs from 'node:fs';
import os from 'node:os';

const temp = fs.mkdtempSync(path.join(os.tmpdir(), 'celadon-mutation-'));
atEnd(() => fs.rmSync(temp, { recursive: true, force: true }));

const log = path.join(temp, 'output.log');

async function fails(command, args, options) {
  fs.rmSync(log, { force: true });
  return (await start(command, args, { log, ...options }).ended) !== 0;
}

/** One fault after the other. */
async function oneByOne(faults, plant, isFound) {
  const found = [];
  for (const fault of faults) {
    const undo = plant([fault]);
    try {
      if (await isFound(fault)) found.push(fault);
    } finally {
      undo();
    }
  }
  return found;
}

export const findsInScripts = (faults, plant) => oneByOne(faults, plant, ({ run: file }) => fails(process.execPath, ['--test', file]));

export async function findsInWeb(faults, plant) {
  await installWeb();
  return oneByOne(faults, plant, ({ run: file }) => fails('npx', ['vitest', 'run', file], { cwd: web }));
}

/** With the whole product, built and started anew for each fault. */
export const findsInBrowser = (faults, plant) => oneByOne(faults, plant, ({ run: args }) => fails('scripts/test', ['browser', '--', ...args]));

let postgres;
async function databaseUrl() {
  if (!postgres) {
    const folder = path.join(temp, 'postgres');
    atEnd(() => stopPostgres(folder));
    postgres = startPostgres(folder, { logins: QUICK_LOGINS });
  }
  return (await postgres).url;
}

/**
 * Each fault in a build of its own, so that no test fails by another's. Builds are incremental, but each takes minutes. Before, without a
 * fault, one build is enough for all.
 */
async function findsInCrate(faults, plant, testOf) {
  const env = { TEST_DATABASE_URL: await databaseUrl(), RUST_BACKTRACE: '0' };
  return oneByOne(faults, plant, async (fault) => {
    const { program, target, name } = testOf(fault);
    if (program) await run('cargo', ['build', '--locked', '--package', program]);
    const test = ['test', '--locked', ...target];
    await run('cargo', [...test, '--no-run']);
    const failed = await fails('cargo', [...test, '--', '--exact', name], { env });
    // A name that no test has would succeed with and without the fault.
    if (!/^running 1 test$/m.test(fs.readFileSync(log, 'utf8'))) throw new Failure(`No test is called ${name}.`);
    return failed;
  });
}

export const findsInRust = (faults, plant) => findsInCrate(faults, plant, ({ run: name }) => ({ target: ['--package', 'server', '--lib'], name }));

/** The server's tests with the program that sets documents, built with the fault. */
export const findsInDocuments = (faults, plant) =>
  findsInCrate(faults, plant, ({ run: name }) => ({ program: 'documents', target: ['--package', 'server', '--lib'], name }));

export const findsInMigration = (faults, plant) =>
  findsInCrate(faults, plant, ({ run: [target, name] }) => ({ target: ['--package', 'migration', '--test', target], name }));

export const findsInManifests = (faults, plant) =>
  oneByOne(faults, plant, ({ run: name }) => fails('scripts/k8s-validate', [`--test-name-pattern=${name}`]));

export const findsInOperations = (faults, plant) => oneByOne(faults, plant, async ({ run: file }) => {
  await run('cargo', ['build', '--locked']);
  return fails(process.execPath, ['--test', file]);
});

export async function findsInStandin(faults, plant) {
  const cwd = path.join(root, 'infra/stripe-standin');
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd });
  const { target_directory: target } = JSON.parse(output('cargo', ['metadata', '--no-deps', '--format-version', '1']));
  const env = { STANDIN_PROGRAM: path.join(target, 'debug/stripe-standin') };
  return oneByOne(faults, plant, async ({ run: file }) => {
    await run('cargo', ['build', '--locked', '--package', 'stripe-standin']);
    return fails(process.execPath, ['--test', file], { cwd, env });
  });
}
