// The four floors of the server: imports point downwards, and no two modules need each other.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { FLOORS, circles, paths, sources, upward, withoutTests } from './floors.mjs';

const folder = fileURLToPath(new URL('../server/src', import.meta.url));
const files = sources(folder);

test('every module of the server stands on a floor', () => {
  const elsewhere = Object.keys(files).filter((file) => !FLOORS.includes(file.split('/')[0]));
  assert.deepEqual(elsewhere.sort(), ['app.rs', 'lib.rs', 'main.rs']);
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
  assert.deepEqual(circles(files), []);
});

test('an upward import that is planted is found, however it is written', () => {
  const planted = (source) => upward({ ...files, 'foundation/clock.rs': source });
  assert.deepEqual(planted('use crate::features::billing::Billing;'), ['foundation/clock.rs imports features::billing::Billing']);
  assert.equal(planted('use crate::{foundation::error, operations::demo::{self, CLINICS}};').length, 2);
  assert.equal(planted('fn now() { crate::cli::run() }').length, 1);
  assert.deepEqual(planted(withoutTests('// crate::cli::run()')), []);
});

test('a circle that is planted is found', () => {
  const planted = circles({ ...files, 'foundation/clock.rs': 'use crate::foundation::state::App;' });
  assert.ok(planted.some((circle) => circle.includes('foundation/clock')), planted.join('\n'));
});

test('groups, names and stars are read', () => {
  assert.deepEqual(paths('use crate::{a::{b, c as d, e::*}, f};'), [['a', 'b'], ['a', 'c'], ['a', 'e', '*'], ['f']]);
});
