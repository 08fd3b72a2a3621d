import { expect, test } from 'vitest';

import { dollars } from '@/lib/dollars';

test.each([
  ['0.00', '$0.00'],
  ['12.50', '$12.50'],
  ['999.99', '$999.99'],
  ['1860.00', '$1,860.00'],
  ['999999999999.99', '$999,999,999,999.99'],
])('%s is %s', (amount, shown) => {
  expect(dollars(amount)).toBe(shown);
});
