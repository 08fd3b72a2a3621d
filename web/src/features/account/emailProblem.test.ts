import { expect, test } from 'vitest';

import { emailProblem } from '@/features/account/emailProblem';

test.each([
  ['', 'Enter your email'],
  ['   ', 'Enter your email'],
  ['elena', 'Enter a valid email address'],
  ['elena@', 'Enter a valid email address'],
  ['el ena@example.com', 'Enter a valid email address'],
  ['elena@@example.com', 'Enter a valid email address'],
  [' elena@example.com ', undefined],
  ['elena@clinic', undefined],
])('%s', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
});
