// Every test that the pages of server/docs name is there, and every claim names one or says why not.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../lib/process.mjs';

const rowsOf = (page, heads) => fs.readFileSync(path.join(root, 'server/docs', page), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !heads.some((head) => line.startsWith(`| ${head} |`)));
const rows = rowsOf('specification.md', ['Claim']);
const security = rowsOf('security.md', ['Row', 'Fault', 'Statement']);
const evidence = [...rowsOf('evidence.md', ['Element']), ...rowsOf('estimates.md', ['Paragraph', 'What agrees'])];
const references = (row) => [...row.split('|').at(-2).matchAll(/`([^`]+)`/g)].map(([, reference]) => reference);

/** The files of a reference: 'e2e/story › name' to web/e2e/story.spec.ts, and so on; in Rust the path of a module. */
function files(place) {
  const [kind, ...rest] = place.split('/');
  const within = rest.join('/');
  if (kind === 'e2e') return [`web/e2e/${within}.spec.ts`];
  if (kind === 'web') return [`web/src/${within}.test.ts`, `web/src/${within}.test.tsx`, `web/src/${within}.dom.test.ts`];
  if (kind === 'migration') return [`migration/tests/${within}.rs`];
  if (kind === 'operations') return ['drills', 'delivery'].map((folder) => `scripts/${folder}/${within}.test.mjs`);
  if (kind === 'manifests') return [`scripts/delivery/manifests/${within}.test.mjs`];
  if (kind === 'http-tests') return [`server/http-tests/src/${within}.rs`, `server/http-tests/src/${within}/mod.rs`];
  return kind === 'server' ? [`${place}.rs`, `${place}/mod.rs`] : [];
}

/** In Rust a test is the function below its attribute (in proptest! too); elsewhere its name is the first argument. */
function names(file, source) {
  if (file.endsWith('.rs')) return [...source.matchAll(/#\[(?:tokio::)?test[^\]]*\]\s+(?:async )?fn (\w+)/g)].map(([, name]) => name);
  const calls = /\b(?:test|describe)(?:\.each\((?:[^()]|\([^()]*\))*\)|\.describe)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;
  return [...source.matchAll(calls)].map(([, , name]) => name.replaceAll(/\\(.)/g, '$1'));
}

/** What scripts/drills/faults tries, by the titles in its lists; a number of clients comes before some. */
const faults = fs.readdirSync(path.join(root, 'scripts/drills/fault'))
  .filter((file) => file.endsWith('-faults.mjs'))
  .flatMap((file) => [...fs.readFileSync(path.join(root, 'scripts/drills/fault', file), 'utf8').matchAll(/^ {2}\['[^']+', ['`]([^'`]+)['`], /gm)])
  .map(([, title]) => title);

function problem(reference) {
  const [place, name] = reference.split(' › ');
  if (place === 'faults') return faults.some((title) => title.endsWith(name)) ? undefined : `${reference}: scripts/drills/faults tries no such thing`;
  const file = files(place).find((one) => fs.existsSync(path.join(root, one)));
  if (!file || !name) return `${reference}: there is no such file`;
  return names(file, fs.readFileSync(path.join(root, file), 'utf8')).includes(name) ? undefined : `${reference}: ${file} has no such test`;
}

test('every claim of the specification names a test', () => {
  assert.ok(rows.length > 100, `${rows.length} claims`);
  assert.deepEqual(rows.filter((row) => references(row).length === 0), []);
});

test('every test that is named exists', () => {
  assert.deepEqual([...rows, ...security, ...evidence].flatMap(references).map(problem).filter(Boolean), []);
});

test('every element of evidence names a test, or says why not', () => {
  assert.ok(evidence.length > 25, `${evidence.length} elements`);
  assert.deepEqual(evidence.filter((row) => references(row).length === 0 && !/\*\*(Open|Elsewhere)\*\*/.test(row)), []);
});

test('every row of the three tables of security is there, once, with a test or a word why not', () => {
  const numbers = (count, letter) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
  assert.deepEqual(security.map((row) => row.split('|')[1].trim()), [...numbers(86, ''), ...numbers(27, 'F'), ...numbers(46, 'S')]);
  const isSilent = (row) => references(row).length === 0 && !/^ \*\*(Open|Elsewhere)\*\*: ./.test(row.split('|').at(-2));
  assert.deepEqual(security.filter(isSilent), []);
});

test('a test that is not there is noticed', () => {
  assert.match(problem('e2e/story › a day that nobody has'), /no such test/);
  assert.match(problem('server/nothing › at_all'), /no such file/);
  assert.match(problem('faults › the moon falls down'), /no such thing/);
});
