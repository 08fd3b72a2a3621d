// Dates and times for people are written in one module: node --test scripts/checks/dates.test.mjs
import assert from 'node:assert/strict';
import test from 'node:test';
import { sources } from './sources.mjs';

const MODULE = 'server/foundation/base/src/date_format.rs';

/** Formats that programs read. */
const FOR_PROGRAMS = {
  'server/features/imports/src/file/workbook.rs': 'a cell of a workbook, read by the import',
  'server/operations/src/clinic_ops/restore.rs': 'UTC, for the operator',
};

/** The lines outside of unit tests that write a date in a format of their own. */
const formats = (source) => [...source.split('#[cfg(test)]')[0].matchAll(/\.format\(\s*"%/g)].map(({ index }) => source.slice(0, index).split('\n').length);

test('dates and times for people are written in one module', () => {
  const isProduct = (file) => /^server\/(?:src|foundation|features|operations)\//.test(file) && !/(^|\/)tests?(\/|\.rs)/.test(file);
  const found = sources().filter(({ file }) => isProduct(file) && file !== MODULE && !(file in FOR_PROGRAMS));
  assert.ok(found.length > 500, `${found.length} files`);
  assert.deepEqual(found.flatMap(({ file, source }) => formats(source).map((line) => `${file}:${line}: use ${MODULE}`)), []);
});

test('a format that is planted is found', () => {
  assert.deepEqual(formats('fn day() {\n    at.format("%Y")\n}\n#[cfg(test)]\nmod tests { at.format("%m") }'), [2]);
});
