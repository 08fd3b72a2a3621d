import { expect, test } from 'vitest';

import { safeRedirectPath } from '@/features/account/safeRedirectPath';

test.each([
  ['/patients/3?tab=1#x', '/patients/3?tab=1#x'],
  ['/', '/'],
  [null, '/'],
  ['', '/'],
  ['patients', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-out', '/'],
  ['/sign-in?next=/sign-in', '/'],
])('%s leads to %s', (next, to) => {
  expect(safeRedirectPath(next)).toBe(to);
});
