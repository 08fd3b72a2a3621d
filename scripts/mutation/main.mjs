// Plants faults and checks that the tests find them. Called by scripts/mutate.
//
// A fault is `{ why, file, search, replace, run }`: what a user would suffer, the file from the repository's root, the text that occurs
// exactly once in it, the replacement, and what the part runs to find it.
import fs from 'node:fs';
import path from 'node:path';
import { Failure, atEnd, main, output, root, say } from '../lib/process.mjs';
import { browser } from './browser.mjs';
import { failingBrowser, failingDocuments, failingManifests, failingMigration, failingOperations, failingRust, failingScripts, failingStandin, failingWeb } from './parts.mjs';
import { inFewBuilds, oneByOne } from './planting.mjs';
import { documents, manifests, migration, operations, standin } from './programs.mjs';
import { rust } from './rust.mjs';
import { scripts } from './scripts.mjs';
import { web } from './web.mjs';

const PARTS = {
  scripts: [scripts, failingScripts],
  manifests: [manifests, failingManifests],
  web: [web, failingWeb],
  migration: [migration, failingMigration],
  standin: [standin, failingStandin],
  operations: [operations, failingOperations],
  // A build of the server takes minutes.
  rust: [rust, failingRust, inFewBuilds],
  documents: [documents, failingDocuments, inFewBuilds],
  browser: [browser, failingBrowser],
};

/** Writes the faults into their files; returns a function that restores them. */
function plant(faults) {
  const before = new Map();
  const undo = () => before.forEach((text, file) => fs.writeFileSync(file, text));
  for (const { why, file, search, replace } of faults) {
    const at = path.join(root, file);
    const text = fs.readFileSync(at, 'utf8');
    if (text.split(search).length !== 2) {
      undo();
      throw new Failure(`'${why}' cannot be planted: its text has to occur once in ${file}.`);
    }
    if (!before.has(at)) before.set(at, text);
    fs.writeFileSync(at, text.replace(search, () => replace));
  }
  return undo;
}

await main(async () => {
  if (output('git', ['status', '--porcelain', '--untracked-files=no'])) throw new Failure('Faults are planted in the files themselves: commit first.');
  const args = process.argv.slice(2);
  const parts = Object.keys(PARTS).filter((name) => args.includes(name));
  const words = args.filter((word) => !PARTS[word]).join(' ');
  const survivors = [];
  let tried = 0;
  for (const name of parts.length ? parts : Object.keys(PARTS)) {
    const [all, failing, order = oneByOne] = PARTS[name];
    const faults = all.filter(({ why }) => why.includes(words));
    if (!faults.length) continue;
    const undo = [];
    atEnd(() => undo.splice(0).forEach((one) => one()));
    // Without a fault the test must succeed: a test that always fails finds nothing.
    const always = await failing(faults);
    if (always.length) throw new Failure(`These fail without a fault: ${always.map(({ run }) => [run].flat().join(' ')).join(', ')}.`);
    const planted = (some) => {
      const one = plant(some);
      undo.push(one);
      return one;
    };
    const found = await order(faults, planted, failing);
    for (const fault of faults) {
      tried += 1;
      const isFound = found.includes(fault);
      if (!isFound) survivors.push(fault);
      say(`${isFound ? 'found   ' : 'SURVIVED'} ${name}: ${fault.why}`);
    }
  }
  say(`\n${tried} faults planted, ${tried - survivors.length} found, ${survivors.length} survived.`);
  return survivors.length || !tried ? 1 : 0;
});
