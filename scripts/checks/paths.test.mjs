// Every path that a page, or a comment in Rust, names between backticks is there: node --test scripts/checks/paths.test.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { output, root } from '../lib/process.mjs';

/** What programs make, other people's files, and the examples of pages. */
const ELSEWHERE = /^(?:data\.json|e2e\/shots|export_customer_list\.csv|figures\.json|manifest\.json|pg_hba\.conf|FOLDER\/.*|web\/dist|.*(?:[lL]ockers|VitalsPanel).*)$/;
const HISTORY = 'server/docs/CHANGELOG.md';

const files = output('git', ['ls-files', '--cached', '--others', '--exclude-standard']).split('\n').filter((file) => fs.existsSync(path.join(root, file)));
const all = new Set(files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))));
const names = new Set([...all].map((file) => path.basename(file)));

/** A name without a folder may be anywhere. A path begins at the page's folder or one above, at the sources there, or at the server's folder. */
function exists(file, named) {
  if (!named.includes('/')) return names.has(named);
  const folders = file.split('/').map((_, index, parts) => parts.slice(0, index).join('/'));
  return ['server', ...folders, ...folders.map((folder) => path.join(folder, 'src'))].some((folder) => all.has(path.join(folder, named)));
}

/** A path has an ending of ours, or begins with a folder of ours. */
const ENDINGS = /\.(?:rs|md|mjs|tsx?|csv|toml|json|typ|ya?ml|sql|conf)$/;
const isPath = (word) => /^(?!text\/)\w[\w./-]*$/.test(word) && !/\/\d+$/.test(word) && (ENDINGS.test(word) ? !word.includes('..') : word.includes('/') && names.has(word.split('/')[0]));

/** The paths that a page or a source's comments name and that are not there. What follows `::` is within the file. */
function missing(file, text) {
  const lines = text.split('\n').map((line) => (file.endsWith('.md') || /^\s*\/\//.test(line) ? line : ''));
  const words = lines.flatMap((line, index) => [...line.matchAll(/`([^`\s]+)`/g)].map(([, word]) => [word.split('::')[0].replace(/\/$/, ''), index + 1]));
  return words.filter(([word]) => isPath(word) && !ELSEWHERE.test(word) && !exists(file, word)).map(([word, line]) => `${file}:${line}: ${word}`);
}

test('every path that a page or a comment names is there', () => {
  const read = files.filter((file) => /\.(?:md|rs)$/.test(file) && file !== HISTORY);
  assert.ok(read.length > 1000, `${read.length} files`);
  assert.deepEqual(read.flatMap((file) => missing(file, fs.readFileSync(path.join(root, file), 'utf8'))), []);
});

test('a path that is not there is found, with its line', () => {
  assert.deepEqual(missing('server/README.md', 'See\n`features/chart/src/gone.rs` and `gone.rs`, not `/api/gone.json` or `text/csv`.'), ['server/README.md:2: features/chart/src/gone.rs', 'server/README.md:2: gone.rs']);
  assert.deepEqual(missing('server/src/main.rs', 'let a = "`gone.rs`";\n/// `main.rs`, `src/gone.rs::name`, `foundation/gone`'), ['server/src/main.rs:2: src/gone.rs', 'server/src/main.rs:2: foundation/gone']);
});
