import { expect, test } from 'vitest';

import { instantInWords } from '@/lib/instantInWords';

test('the day, the time and the zone are named', () => {
  expect(instantInWords('2026-01-11T02:05:00Z', 'America/New_York').replaceAll('\u202f', ' ')).toBe(
    'January 10, 2026 at 9:05 PM EST',
  );
});

test('in summer the zone is the summer one', () => {
  expect(
    instantInWords('2026-07-11T02:05:00Z', 'America/Los_Angeles').replaceAll('\u202f', ' '),
  ).toBe('July 10, 2026 at 7:05 PM PDT');
});
