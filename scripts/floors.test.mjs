// The floors of the server: imports point downwards, and no two files need each other.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { FLOORS, circles, moduleCircles, paths, sources, upward, withoutTests } from './floors.mjs';

const folder = fileURLToPath(new URL('../server/src', import.meta.url));
const files = sources(folder);

test('every module of the server stands on a floor', () => {
  const elsewhere = Object.keys(files).filter((file) => !FLOORS.includes(file.split('/')[0].replace(/\.rs$/, '')));
  assert.deepEqual(elsewhere.sort(), ['lib.rs', 'main.rs']);
});

/** The files that no `mod` of their parent names: they are never compiled, and tests in them never run. */
const undeclared = (all) => Object.keys(all).filter((file) => {
  if (['lib.rs', 'main.rs'].includes(file)) return false;
  const parts = file.replace(/(?:\/mod)?\.rs$/, '').split('/');
  const name = parts.pop();
  const folder = parts.join('/');
  const parents = folder ? [`${folder}/mod.rs`, `${folder}.rs`] : ['lib.rs', 'main.rs'];
  return !parents.some((parent) => new RegExp(`\\bmod ${name}\\s*[;{]`).test(all[parent] ?? ''));
});

test('every file is a module of the crate, those of the tests too', () => {
  const all = Object.fromEntries(fs.readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.rs')).map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')]));
  assert.deepEqual(undeclared(all), []);
  assert.deepEqual(undeclared({ ...all, 'features/patients/tests/forgotten.rs': '' }), ['features/patients/tests/forgotten.rs']);
});

test('no module imports from a floor above its own', () => {
  assert.deepEqual(upward(files), []);
});

test('no modules import each other in a circle', () => {
  assert.deepEqual(moduleCircles(files), []);
});

test('no files import each other in a circle, those of one module neither', () => {
  assert.deepEqual(circles(files), []);
});

test('an upward import that is planted is found, however it is written', () => {
  const planted = (source) => upward({ ...files, 'foundation/clock.rs': source });
  assert.deepEqual(planted('use crate::features::billing::Billing;'), ['foundation/clock.rs imports features::billing::Billing']);
  assert.equal(planted('use crate::{foundation::error, operations::demo::{self, CLINICS}};').length, 2);
  assert.equal(planted('fn now() { crate::cli::run() }').length, 1);
  assert.equal(planted('use crate::app::router;').length, 1);
  assert.deepEqual(planted('use super::super::features::billing;'), ['foundation/clock.rs imports features::billing']);
  assert.deepEqual(planted('fn now() { super::super::app::router() }'), ['foundation/clock.rs imports app::router']);
  assert.deepEqual(planted('mod inner {\n    use super::super::super::operations::fleet;\n}'), ['foundation/clock.rs imports operations::fleet']);
  assert.deepEqual(planted(withoutTests('// crate::cli::run()')), []);
  assert.deepEqual(upward({ 'operations/fleet/mod.rs': 'use crate::app::with_parts;' }), ['operations/fleet/mod.rs imports app::with_parts']);
  assert.deepEqual(upward({ 'cli/serve.rs': 'use server::app::router;', 'app.rs': 'use crate::operations::support;' }), []);
});

test('a circle of modules that is planted is found', () => {
  const planted = moduleCircles({ ...files, 'foundation/clock.rs': 'use crate::foundation::state::App;' });
  assert.ok(planted.some((circle) => circle.includes('foundation::clock')), planted.join('\n'));
});

/** A module of two files and what its `mod.rs` says. */
const module = (one, two, mod = 'mod one;\nmod two;\npub use one::One;\npub use two::{Two as Other, three};') =>
  ({ 'features/a/mod.rs': mod, 'features/a/one.rs': one, 'features/a/two.rs': two });

for (const [how, one, two] of [
  ['by super', 'use super::two::Two;', 'use super::one::One;'],
  ['by the crate', 'use crate::features::a::two;', 'fn run() { crate::features::a::one::run() }'],
  ['by what the module re-exports', 'use super::{three};', 'use super::One;'],
  ['by another name', 'use crate::features::a::Other;', 'use super::one;'],
  ['in the code', 'fn run() { super::two::run() }', 'fn run() { super::one::run() }'],
]) {
  test(`a circle of two files that is planted is found: ${how}`, () => {
    assert.deepEqual(circles(module(one, two)), ['features::a::one -> features::a::two -> features::a::one']);
  });
}

test('a circle through files of other modules, or of folders, is found', () => {
  const planted = { ...module('use super::inner::Part;', ''), 'features/a/inner/mod.rs': 'pub use part::Part;\nmod part;', 'features/a/inner/part.rs': 'use super::super::two::Two;', 'features/a/two.rs': 'use self::{};\nuse super::one;' };
  assert.deepEqual(circles(planted), ['features::a::one -> features::a::inner::part -> features::a::two -> features::a::one']);
});

test('files that share what stands in their mod.rs, and one that is used one way, are no circle', () => {
  const shared = 'mod one;\nmod two;\npub use one::One;\npub struct Shared;\nfn run() { two::run() }';
  assert.deepEqual(circles(module('use super::Shared;', 'use super::{Shared, one::One};', shared)), []);
});

test('groups, names and stars are read', () => {
  assert.deepEqual(paths('use crate::{a::{b, c as d, e::*}, f};'), [['a', 'b'], ['a', 'c'], ['a', 'e', '*'], ['f']]);
  assert.deepEqual(paths('use super::{self, b};\nuse self::c;', ['a', 'x']), [['a'], ['a', 'b'], ['a', 'x', 'c']]);
  assert.deepEqual(paths('pub(in crate::a) fn x() {}', ['a']), []);
});
