import { expect, test } from 'vitest';

import { emailPattern, emailProblem, passwordProblem } from '@/lib/validation';

// The same list is in the server's tests of an e-mail address (`foundation/http_api/src/fields/tests.rs`).
test.each([
  'ann@example.com',
  'a.b+c@x-y.example',
  'x@localhost',
  "o'hara@example.com",
  'anna@xn--bcher-kva.example',
  'Anna@EXAMPLE.com',
  `${'a'.repeat(64)}@example.com`,
])('%s is an address', (email) => {
  expect(emailPattern.test(email)).toBe(true);
});

test.each([
  'ann',
  '@example.com',
  'ann@',
  'a b@example.com',
  'a@b@c',
  'a@-x.com',
  'a@x..com',
  'ann@example.com.',
  'änn@example.com',
  'anna@bücher.example',
  'name.@example.com',
  '.ann@example.com',
  'ann..b@example.com',
  'anna@example',
  'anna@example.com\u{200b}',
  `${'a'.repeat(65)}@example.com`,
])('%s is none', (email) => {
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
  ['elena@clinic', 'Enter a valid email address'],
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
