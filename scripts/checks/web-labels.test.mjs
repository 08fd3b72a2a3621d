// Names for those who do not see the screen, in every state of it, also those that no browser test waits for:
// node --test scripts/checks/web-labels.test.mjs
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { root } from '../lib/process.mjs';

const src = path.join(root, 'web/src');
/** The elements without a role of their own, and the components that draw one. */
const generic = /^(?:div|span|p|b|i|em|strong|small|code|sub|sup|time|caption|legend|Box|Stack|Typography|Paper|Collapse|Skeleton)$/;

/** The opening tags of a source: the name, and its attributes as they are written. */
function* tags(source) {
  for (const { 0: start, 1: name, index } of source.matchAll(/<([A-Za-z]+)(?=[\s/>])/g)) {
    const from = index + start.length;
    let [at, depth] = [from, 0];
    for (; at < source.length && (depth > 0 || source[at] !== '>'); at += 1) depth += { '{': 1, '}': -1 }[source[at]] ?? 0;
    yield { name, attributes: source.slice(from, at) };
  }
}

/** The tags whose name nobody hears: ARIA has none for an element without a role. */
const unheard = (source) => [...tags(source)]
  .filter(({ name, attributes }) => generic.test(/\bcomponent="(\w+)"/.exec(attributes)?.[1] ?? name) && /\baria-label(?:ledby)?=/.test(attributes) && !/\brole=/.test(attributes))
  .map(({ name, attributes }) => `<${name}${attributes}>`);

test('no element without a role has a name', () => {
  const files = fs.readdirSync(src, { recursive: true }).map(String).filter((file) => file.endsWith('.tsx'));
  assert.ok(files.length > 300, `${files.length} files`);
  const found = files.flatMap((file) => unheard(fs.readFileSync(path.join(src, file), 'utf8')).map((tag) => `${file}: ${tag}`));
  assert.deepEqual(found, [], 'give it a role; what is loading is a PartSkeleton');
});

for (const [source, count] of [
  ['<Skeleton variant="rounded" height={48} aria-label="Loading the charges" />', 1],
  ['<Box sx={{ p: 1 }}\n  aria-labelledby={id}>', 1],
  ['<Box component="span" onClick={() => open(1 > 0)} aria-label="One">', 1],
  ['<span role="img" aria-label="One">', 0],
  ['<Box component="section" aria-label="One">', 0],
  ['<Stack role="status" aria-label="Loading"><Skeleton height={48} /></Stack>', 0],
]) {
  test(`${count === 0 ? 'allowed' : 'found'}: ${source}`, () => assert.equal(unheard(source).length, count));
}
