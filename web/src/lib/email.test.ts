import { expect, test } from 'vitest';

import { emailPattern } from '@/lib/email';

// The same list stands in the server's tests of an e-mail address (`http/fields.rs`).
test.each(['ann@example.com', 'a.b+c@x-y.example', 'x@localhost', '.ann@example.com', 'ann..b@example.com', "o'hara@example.com"])('%s is an address', (email) => {
  expect(emailPattern.test(email)).toBe(true);
});

test.each(['ann', '@example.com', 'ann@', 'a b@example.com', 'a@b@c', 'a@-x.com', 'a@x..com', 'ann@example.com.', 'änn@example.com'])('%s is none', (email) => {
  expect(emailPattern.test(email)).toBe(false);
});
