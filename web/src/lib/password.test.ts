import { expect, test } from 'vitest';

import { passwordProblem } from '@/lib/password';

test.each([
  ['', 'Use at least 12 characters'],
  ['eleven char', 'Use at least 12 characters'],
  ['twelve chars', undefined],
  ['🌿'.repeat(11), 'Use at least 12 characters'],
  ['🌿'.repeat(12), undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'Use at most 128 characters'],
])('%s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});
