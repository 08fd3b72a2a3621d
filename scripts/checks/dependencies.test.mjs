// A crate of the server names in its Cargo.toml only crates of ours that it uses: node --test scripts/checks/dependencies.test.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../lib/process.mjs';
import { crates } from './sql.mjs';
import { sources } from './sources.mjs';

const manifests = Object.fromEntries([...crates, 'server/http-tests', 'migration'].map((crate) => [crate, fs.readFileSync(path.join(root, crate, 'Cargo.toml'), 'utf8')]));
const own = Object.values(manifests).map((text) => /^name = "([^"]+)"/m.exec(text)[1]);

/** The crate that a file belongs to: the innermost folder. */
const crateOf = (file) => Object.keys(manifests).filter((crate) => file.startsWith(`${crate}/`)).toSorted((one, other) => other.length - one.length)[0];

/** Whether the code uses the crate. An entity may have its name: then the crate is written `::name`. */
function uses(code, name) {
  const isEntity = [...code.matchAll(/^\s*use entity::([^;]*);/gm)].some(([, names]) => new RegExp(`\\b${name}\\b`).test(names));
  return new RegExp(isEntity ? `(?<!\\w)::${name}::` : `(?<![\\w:])(?:::)?${name}(?:::|;)`).test(code);
}

/** The code of each file without its comments, with the crate that it belongs to. */
const codes = sources().map(({ file, source }) => ({ crate: crateOf(file), code: source.replaceAll(/\/\/.*$/gm, '') }));

/** The crates of ours that a manifest names and no file uses. */
const unused = (crate, manifest) => own
  .filter((name) => new RegExp(`^${name}(?:\\.workspace)? = `, 'm').test(manifest.replace(/^name = .*/m, '')))
  .filter((name) => !codes.some((one) => one.crate === crate && uses(one.code, name.replaceAll('-', '_'))));

test('every crate that a crate names is used by it', () => {
  assert.ok(own.length > 25, own.join());
  assert.deepEqual(Object.entries(manifests).flatMap(([crate, text]) => unused(crate, text).map((name) => `${crate}: ${name}`)), []);
});

test('a crate that is named for nothing is found, also where an entity has its name', () => {
  const planted = `${manifests['server/features/people']}audit.workspace = true\nmail.workspace = true\n`;
  assert.deepEqual(unused('server/features/people', planted).toSorted(), ['audit', 'mail']);
  assert.ok(uses('use entity::clinic::{audit, member};\nuse ::audit::seal;', 'audit'));
});
