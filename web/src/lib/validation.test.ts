import { expect, test } from 'vitest';

import { emailPattern, emailProblem, passwordProblem } from '@/lib/validation';

// The same list is in the server's tests of an e-mail address (`foundation/http/fields/tests.rs`).
test.each(['ann@example.com', 'a.b+c@x-y.example', 'x@localhost', '.ann@example.com', 'ann..b@example.com', "o'hara@example.com"])('%s is an address', (email) => {
  expect(emailPattern.test(email)).toBe(true);
});

test.each(['ann', '@example.com', 'ann@', 'a b@example.com', 'a@b@c', 'a@-x.com', 'a@x..com', 'ann@example.com.', 'änn@example.com'])('%s is none', (email) => {
  expect(emailPattern.test(email)).toBe(false);
});

test.each([
  ['', 'Enter your email'],
  ['   ', 'Enter your email'],
  ['elena', 'Enter a valid email address'],
  ['elena@', 'Enter a valid email address'],
  ['el ena@example.com', 'Enter a valid email address'],
  ['elena@@example.com', 'Enter a valid email address'],
  [' elena@example.com ', undefined],
  ['elena@clinic', undefined],
])('the e-mail address “%s”: %s', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
});

test.each([
  ['', 'Use at least 12 characters'],
  ['eleven char', 'Use at least 12 characters'],
  ['twelve chars', undefined],
  ['🌿'.repeat(11), 'Use at least 12 characters'],
  ['🌿'.repeat(12), undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'Use at most 128 characters'],
])('the password “%s”: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem);
});
