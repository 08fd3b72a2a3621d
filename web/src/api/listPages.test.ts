import { expect, test } from 'vitest';

import { nextCursor } from '@/api/listPages';

test.each([
  ['</api/patients/7/notes?after=12&limit=50>; rel="next"', 12],
  ['</api/patients/7/notes?after=-12>; rel="next"', -12],
  ['</api/patients/7/timeline?after=2026-11-20>; rel="next"', null],
  ['</api/patients/7/notes?after=12>; rel="prev"', null],
])('%s goes on after %j', (link, after) =>
  expect(nextCursor(new Headers({ Link: link }))).toBe(after),
);

test('a last page has no link', () => expect(nextCursor(new Headers())).toBeNull());
