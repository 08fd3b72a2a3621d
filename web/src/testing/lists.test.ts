import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { sections } from '@/app/sections';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The paths of a list in a script or a browser test, in the order of their names. */
const listed = (file: string, list: RegExp) =>
  [...(list.exec(read(file))?.[1] ?? '').matchAll(/'(\/[\w-]*)'/g)]
    .map(([, path]) => path)
    .toSorted();

test.each([
  ['web/e2e/navigation.spec.ts', 'e2e/navigation.spec.ts', /const sections: [^=]*=([\s\S]*?)\n\];/],
  ['scripts/speed/web-speed.mjs', '../scripts/speed/web-speed.mjs', /const ways = \[(.*)\];/],
])('the list of sections in %s is that of the navigation', (name, file, list) => {
  expect(listed(file, list), `${name} does not list the entries of src/app/sections.tsx`).toEqual(
    sections.map(({ to }) => to).toSorted(),
  );
});

/** Forms of passwords, which are not kept when the network is lost. */
const notKept = ['account/PasswordDialog', 'kiosk/PinDialog'];

/** Forms that send nothing: the one that follows them is tried. */
const choosing = ['duplicates/MergeWithDialog'];

/** Forms that only a file that contradicts itself brings up: their own tests lose the network. */
const seldom = ['imports/DateQuestions'];

test('web/e2e/offlineForms.ts has every form that guards what was typed', () => {
  const files = readdirSync(new URL('../features', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  }).filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const forms = files
    .filter((file) => /useUnsavedGuard\(|<FormDialog\b/.test(read(`src/features/${file}`)))
    .map((file) => file.replace('.tsx', ''));
  const tried = [
    ...readdirSync(new URL('../../e2e', import.meta.url))
      .filter((file) => file.startsWith('offline'))
      .map((file) => read(`e2e/${file}`))
      .join('')
      .matchAll(/(?:component:\s+|template\(\s*'[^']*',\s+)'([^']+)'/g),
  ].map(([, component]) => component ?? '');
  expect(
    [...new Set([...tried, ...notKept, ...choosing, ...seldom])].toSorted(),
    'web/e2e/offlineForms.ts does not try the forms of src/features',
  ).toEqual(forms.toSorted());
});
