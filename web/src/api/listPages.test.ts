import { expect, test } from 'vitest';

import { nextAfter, inPages, rowsOf } from '@/api/listPages';

test.each([
  ['</api/patients/7/notes?after=12&limit=50>; rel="next"', '12'],
  ['</api/patients/7/notes?after=-12>; rel="next"', '-12'],
  ['</api/patients/7/timeline?after=2026-11-20T10%3A15>; rel="next"', '2026-11-20T10:15'],
  ['</api/patients/7/notes?after=12>; rel="prev"', null],
])('%s goes on after %j', (link, after) =>
  expect(nextAfter(new Headers({ Link: link }))).toBe(after),
);

test('a last page has no link', () => expect(nextAfter(new Headers())).toBeNull());

test('a page has the headers that the document names', () => {
  const response = new Response(null, { headers: { 'X-Total-Count': '12' } });
  expect(
    inPages<number>('X-Total-Count', 'X-Appointments-Mark').transformResponse([1], { response }),
  ).toEqual({
    rows: [1],
    next: null,
    headers: { 'X-Total-Count': '12', 'X-Appointments-Mark': null },
  });
});

test('the rows of one answer are one array', () => {
  const page = (rows: number[]) => ({ rows, next: null, headers: {} });
  const answer = { pages: [page([1, 2]), page([3])] };
  expect(rowsOf(answer)).toEqual([1, 2, 3]);
  expect(rowsOf(answer)).toBe(rowsOf(answer));
  expect(rowsOf(undefined)).toBeUndefined();
});
