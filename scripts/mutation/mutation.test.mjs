// Every fault of scripts/mutation can be planted, and names a test that exists: node --test scripts/mutation/mutation.test.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { browser } from './browser.mjs';
import { inFewBuilds } from './planting.mjs';
import { documents, manifests, migration, operations, standin } from './programs.mjs';
import { crateOf, rust } from './rust.mjs';
import { scripts } from './scripts.mjs';
import { web } from './web.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const exists = (file) => fs.existsSync(path.join(root, file));
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const specs = fs.readdirSync(path.join(root, 'web/e2e')).filter((file) => file.endsWith('.ts')).map((file) => read(`web/e2e/${file}`).replaceAll('${colorScheme}', 'dark')).join('\n');

/** Whether a fault's Rust test has this full name: in the file of its module, or in the file around a module that is written in it. */
function isRustTest(fault) {
  const modules = fault.run.split('::');
  const test = modules.pop();
  return [modules, modules.slice(0, -1)].some((parts) => {
    const place = `${crateOf(fault)}/src/${parts.join('/')}`;
    return [`${place}.rs`, `${place}/mod.rs`].some((file) => exists(file) && read(file).includes(`fn ${test}(`));
  });
}

/** What is wrong with a fault's text, in a sentence; undefined where nothing is. */
function problem({ file, search }) {
  if (!exists(file)) return `there is no ${file}`;
  const times = read(file).split(search).length - 1;
  return times === 1 ? undefined : `${file} has ${times} times: ${search}`;
}

/** Whether the browser's tests have one of this title; the titles of screens are their addresses. */
const isTitle = (words) => words.startsWith('/') || specs.includes(words);

const faults = {
  'scripts/mutation/browser.mjs': browser,
  'scripts/mutation/programs.mjs': [...documents, ...manifests, ...migration, ...operations, ...standin],
  'scripts/mutation/rust.mjs': rust,
  'scripts/mutation/scripts.mjs': scripts,
  'scripts/mutation/web.mjs': web,
};
for (const [list, all] of Object.entries(faults)) {
  test(`the text of every fault in ${list} occurs once in its file`, () => {
    assert.deepEqual(all.map(problem).filter(Boolean), []);
  });
}

test('every part of scripts/test has faults, and the migrations and the documents have their own', () => {
  const parts = { scripts, manifests, rust, operations, standin, web, browser };
  const [, names] = /^const parts = \{ (.*) \};$/m.exec(read('scripts/checks/test.mjs'));
  // The other browsers play a story whose faults are planted in Chromium.
  assert.deepEqual(Object.keys(parts), names.split(', ').map((part) => part.split(':')[0]).filter((part) => part !== 'browsers'));
  assert.deepEqual(Object.entries({ ...parts, migration, documents }).filter(([, all]) => all.length < 2).map(([part]) => part), []);
});

test('every test that the faults name exists', () => {
  const program = (list, missing) => assert.deepEqual(list.filter(missing).map(({ run }) => `scripts/mutation/programs.mjs: ${run}`), []);
  const kubernetes = read('scripts/delivery/manifests/kubernetes.test.mjs');
  program(manifests, ({ run }) => !kubernetes.includes(`test('${run}'`));
  program(operations, ({ run }) => !exists(run));
  program(standin, ({ run }) => !exists(`infra/stripe-standin/${run}`));
  program(migration, ({ run: [target, name] }) => {
    const [test, ...modules] = name.split('::').reverse();
    return !read(`migration/tests/${target}/${modules[0] ?? 'main'}.rs`).includes(`fn ${test}(`);
  });
  assert.deepEqual(web.filter(({ run }) => !exists(`web/${run}`)).map(({ run }) => `scripts/mutation/web.mjs: ${run}`), []);
  assert.deepEqual(scripts.filter(({ run }) => !exists(run)).map(({ run }) => `scripts/mutation/scripts.mjs: ${run}`), []);
  program(documents, (fault) => !isRustTest(fault));
  assert.deepEqual(rust.filter((fault) => !isRustTest(fault)).map(({ run }) => `scripts/mutation/rust.mjs: ${run}`), []);
  const missing = browser.filter(({ run: [spec, , , words = '/'] }) => !exists(`web/e2e/${spec}`) || !isTitle(words));
  assert.deepEqual(missing.map(({ run }) => `scripts/mutation/browser.mjs: ${run.join(' ')}`), []);
});

test('twenty faults are found in six builds, and one that another hides or imitates is planted alone', async () => {
  const all = [...Array(20).keys()];
  let builds = 0;
  let planted = [];
  const plant = (some) => {
    builds += 1;
    planted = some;
    return () => (planted = []);
  };
  // Nothing finds 3. What 5 breaks makes the test of 6 fail too, and 8 is not reached where 7 is planted.
  const fails = (fault) => fault !== 3 && ((planted.includes(fault) && !(fault === 8 && planted.includes(7))) || (fault === 6 && planted.includes(5)));
  const found = await inFewBuilds(all, plant, (some) => some.filter(fails));
  assert.deepEqual(found.toSorted((a, b) => a - b), all.filter((fault) => fault !== 3));
  assert.equal(builds, 6 + 3);
});
