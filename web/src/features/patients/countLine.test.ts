import { expect, test } from 'vitest';

import { countLine } from '@/features/patients/countLine';

test.each([
  [50, 1280, false, 'Showing 50 of 1,280 patients'],
  [50, 128, true, 'Showing 50 of 128 matches'],
  [3, 3, true, '3 matches'],
  [1, 1, true, '1 match'],
  [1, 1, false, '1 patient'],
  [0, 0, false, ''],
  [4, null, false, ''],
])('%i of %s', (shown, total, searching, line) => {
  expect(countLine(shown, total === null ? null : { total, isMore: false }, searching)).toBe(line);
});

test('more than a thousand matches are shown as 1,000+', () => {
  const thousand = { total: 1000, isMore: true };
  expect(countLine(50, thousand, false)).toBe('Showing 50 of 1,000+ patients');
  expect(countLine(1050, thousand, true)).toBe('Showing 1,050 matches');
});
