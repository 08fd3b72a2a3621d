import { expect, test } from 'vitest';

import { greeting } from '@/features/dashboard/greeting';

test.each([
  ['2026-01-10T09:59:00Z', 'Good evening, Elena'],
  ['2026-01-10T10:00:00Z', 'Good morning, Elena'],
  ['2026-01-10T16:59:00Z', 'Good morning, Elena'],
  ['2026-01-10T17:00:00Z', 'Good afternoon, Elena'],
  ['2026-01-10T23:00:00Z', 'Good evening, Elena'],
  ['2026-01-10T05:00:00Z', 'Good evening, Elena'],
])('at %s in New York', (now, words) => {
  expect(greeting('Elena', 'America/New_York', new Date(now))).toBe(words);
});
