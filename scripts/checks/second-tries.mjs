// Keeps the names of the tests that passed only on their second try, so that the next run begins with them.
import fs from 'node:fs';
import path from 'node:path';
import { bold, output, say } from '../lib/process.mjs';
import { kept } from './cache.mjs';

const file = path.join(kept, 'second-tries.json');
const DAYS = 14;

const known = () => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : []).filter(({ at }) => Date.now() - Date.parse(at) < DAYS * 86_400_000);

/** Says which tests needed a second try in the last two weeks. */
export function showSecondTries() {
  const tests = known();
  if (!tests.length) return;
  say(bold(`Passed on the second try within ${DAYS} days: mend them first`));
  for (const name of new Set(tests.map(({ what }) => what))) {
    const same = tests.filter(({ what }) => what === name);
    const { at, commit, printed } = same.at(-1);
    say(`  ${name}\n    ${same.length} times, last on ${at.slice(0, 10)} at commit ${commit}:${printed}`);
  }
}

/** Adds `{ what, printed }` of each test to those that are known. */
export function recordSecondTries(tests) {
  const at = new Date().toISOString();
  const commit = output('git', ['rev-parse', '--short', 'HEAD'])?.trim() ?? 'unknown';
  fs.mkdirSync(kept, { recursive: true });
  fs.writeFileSync(file, JSON.stringify([...known(), ...tests.map((test) => ({ at, commit, ...test }))], null, 2));
}
