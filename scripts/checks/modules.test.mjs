// A file that no `mod` names is never compiled, and tests in it never run.
import assert from 'node:assert/strict';
import test from 'node:test';
import { sources } from './sources.mjs';

const all = Object.fromEntries(sources().filter(({ file }) => file.includes('/src/')).map(({ file, source }) => [file, source]));

/** The files that no `mod` of their parent names. */
const undeclared = (files) => Object.keys(files).filter((file) => {
  const [crate, within] = file.split('/src/');
  const parts = within.replace(/(?:\/mod)?\.rs$/, '').split('/');
  const name = parts.pop();
  if (!parts.length && ['lib', 'main'].includes(name)) return false;
  const folder = [crate, 'src', ...parts].join('/');
  const parents = parts.length ? [`${folder}/mod.rs`, `${folder}.rs`] : [`${folder}/lib.rs`, `${folder}/main.rs`];
  return !parents.some((parent) => new RegExp(String.raw`^\s*(?:#\[.*\] )?(?:pub(?:\([^)]*\))? )?mod ${name}\s*[;{]`, 'm').test(files[parent] ?? ''));
});

test('every file is a module of its crate, those of tests too', () => {
  assert.ok(Object.keys(all).length > 1000, `${Object.keys(all).length} files`);
  assert.deepEqual(undeclared(all), []);
});

test('a file that no module names is found', () => {
  for (const file of ['server/http-tests/src/patients/forgotten.rs', 'server/foundation/mail/src/forgotten.rs']) assert.deepEqual(undeclared({ ...all, [file]: '' }), [file]);
});
