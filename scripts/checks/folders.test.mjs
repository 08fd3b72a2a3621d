// The folders of scripts/ import one way, and scripts/README.md names everything at the top: node --test scripts/checks/folders.test.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { output, root } from '../lib/process.mjs';

/** From which other folders each imports. */
const BELOW = {
  lib: [],
  drills: ['lib'],
  speed: ['lib', 'drills'],
  delivery: ['lib', 'drills'],
  mutation: ['lib'],
  checks: ['lib', 'drills', 'delivery'],
};
const files = output('git', ['ls-files', 'scripts']).split('\n').filter(Boolean);
const top = [...new Set(files.map((file) => file.split('/')[1]))];

/** The imports of a file that leave its folder for one that it does not stand on. */
function upward(file, source) {
  const [, folder] = file.split('/');
  const imported = [...source.matchAll(/(?:^import [^']*|\bawait import\()'(\.[^']+)'/gm)].map(([, to]) => path.join(path.dirname(file), to));
  return imported.filter((to) => ![folder, ...(BELOW[folder] ?? [])].some((one) => to.startsWith(`scripts/${one}/`))).map((to) => `${file} imports ${to}`);
}

test('each folder imports only from those that it stands on', () => {
  const sources = files.filter((file) => file.endsWith('.mjs'));
  assert.ok(sources.length > 100, `${sources.length} files`);
  assert.deepEqual(sources.flatMap((file) => upward(file, fs.readFileSync(path.join(root, file), 'utf8'))), []);
});

test('an import that points up is noticed', () => {
  assert.deepEqual(upward('scripts/lib/web.mjs', `import { fill } from '../drills/fleet/fill.mjs';`), ['scripts/lib/web.mjs imports scripts/drills/fleet/fill.mjs']);
  assert.deepEqual(upward('scripts/drills/fleet/scale.mjs', `import { cpu } from '../../lib/machine.mjs';`), []);
});

test('the page names every file and folder at the top, and nothing else', () => {
  const page = fs.readFileSync(path.join(root, 'scripts/README.md'), 'utf8');
  const named = [...page.matchAll(/^\| `([\w-]+)\/?` \|/gm)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), top.filter((name) => name !== 'README.md').toSorted());
});
