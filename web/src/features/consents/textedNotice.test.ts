import { expect, test } from 'vitest';

import { textedNotice } from '@/features/consents/textedNotice';

const now = Date.parse('2026-02-12T03:00:00Z');

test.each([
  ['2026-02-12T03:00:20Z', 'The link is on its way to ***1234.'],
  [
    '2026-02-12T13:00:00Z',
    'These are the quiet hours: it is texted to ***1234 on Feb 12, 2026, 8:00 AM.',
  ],
])('a text that is due at %s: %s', (due_at, words) => {
  expect(textedNotice({ to: '***1234', due_at }, 'America/New_York', now)).toBe(words);
});
