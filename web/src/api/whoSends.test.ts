import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../', import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('testing/'))
  .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));
const those = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

// baseApi marks what the page sends by itself, and the server does not count that as use of the session. Nothing else can mark it.
test('the pages that are signed in send their requests through baseApi alone', () => {
  expect(
    those(/\b(?:fetch|sendBeacon|EventSource|WebSocket|XMLHttpRequest)\(/),
    'a request that is not marked would renew an unattended session',
  ).toEqual(['api/fetchJson.ts']);
  expect(
    those(/from '@\/api\/fetchJson'/).filter(
      (file) => !/^features\/(?:portal|sign-up)\//.test(file),
    ),
    'fetchJson is for the pages of patients and of the platform',
  ).toEqual([]);
  expect(
    those(/\bsrc=(?:"\/api|\{`?\/api|\{documentUrl)/),
    'a picture from the server loads again whenever it is drawn, unmarked',
  ).toEqual([]);
});
