// How each part looks for planted faults: runs what the fault names, and answers which faults made it fail.
import path from 'node:path';
import { Failure, atEnd, run, start } from '../process.mjs';
import { startPostgres, stopPostgres } from '../postgres.mjs';
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
    postgres = startPostgres(folder);
  }
  return (await postgres).url;
}

/** All faults in one build, because a build takes minutes: each is in a place of its own and has a test of its own. */
export async function findsInRust(faults, plant) {
  const undo = plant(faults);
  try {
    const test = ['test', '--locked', '--package', 'server', '--lib'];
    await run('cargo', [...test, '--no-run']);
    const env = { TEST_DATABASE_URL: await databaseUrl(), RUST_BACKTRACE: '0' };
    const found = [];
    for (const fault of faults) {
      if (await fails('cargo', [...test, '--', '--exact', fault.run], { env })) found.push(fault);
      // A name that no test has would succeed with and without the fault.
      if (!/^running 1 test$/m.test(fs.readFileSync(log, 'utf8'))) throw new Failure(`No test is called ${fault.run}.`);
    }
    return found;
  } finally {
    undo();
  }
}
