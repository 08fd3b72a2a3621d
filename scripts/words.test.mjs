// The field's words: an identifier of ours that somebody from another code base would not understand does not come back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { codeOf, privateWords, sources } from './words.mjs';

/** Where such a word is right, and why. */
const ALLOWED = {};

const found = (part) =>
  sources(part).flatMap(({ file, source }) => privateWords(source, part).map(({ line, word, instead }) => ({ key: `${file}: ${word}`, sentence: `${file}:${line}: ${word}: write ${instead}` })));

for (const part of ['server', 'web']) {
  test(`no private word is declared in the ${part}`, () => {
    const sentences = found(part).filter(({ key }) => !(key in ALLOWED)).map(({ sentence }) => sentence);
    assert.ok(!sentences.length, `${sentences.join('\n')}\nA word that is right in its place goes into ALLOWED in scripts/words.test.mjs, with the reason.`);
  });
}

test('every allowed word is there', () => {
  const keys = new Set(['server', 'web'].flatMap((part) => found(part).map(({ key }) => key)));
  assert.deepEqual(Object.keys(ALLOWED).filter((key) => !keys.has(key)), []);
});

test('dates and times for people are written in one module', () => {
  const formats = /\.format\(\s*"%/g;
  const places = sources('server')
    .filter(({ file }) => file.startsWith('server/src/') && !/(^|\/)tests?(\/|\.rs)/.test(file) && file !== 'server/src/foundation/date_format.rs')
    .flatMap(({ file, source }) => [...source.split('#[cfg(test)]')[0].matchAll(formats)].map(({ index }) => `${file}:${source.slice(0, index).split('\n').length}`));
  assert.deepEqual(places.filter((place) => !Object.keys(FOR_PROGRAMS).some((file) => place.startsWith(`${file}:`))), [], 'use server/src/foundation/date_format.rs');
});

/** Formats that programs read. */
const FOR_PROGRAMS = {
  'server/src/features/imports/file/workbook.rs': 'a cell of a workbook, read by the import',
  'server/src/operations/clinic_ops/restore.rs': 'UTC, for the operator',
};

test('a word that is planted is found with its line, and only where it is declared', () => {
  const planted = '// struct Wish\nlet text = "fn told()";\npub struct Wish<\'a> {\n    known: &\'a str,\n}\nfn told(wish: Wish) {}\n';
  assert.deepEqual(privateWords(planted, 'server').map(({ line, word }) => `${line} ${word}`), ['3 Wish', '6 told']);
  assert.deepEqual(privateWords('const asked = [];\n// const asked\nconst text = `let asked`;', 'web').map(({ line }) => line), [1]);
  assert.equal(codeOf('a /* b\n c */ d "e" f').replace(/ +/g, ' '), 'a \n d f');
});
