import { expect, test } from 'vitest';

import { safeProviderUrl } from '@/features/billing/safeProviderUrl';

const stripe = 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3#fid';

test.each([
  ['https:', stripe],
  ['http:', stripe],
  ['http:', 'http://localhost:12111/pay'],
  ['http:', 'http://linden.localhost:8080/pay'],
  ['http:', 'http://127.0.0.1:12111/pay'],
])('from %s one may go to %s', (own, url) => expect(safeProviderUrl(url, own)).toBe(url));

test.each([
  ['https:', 'http://localhost:12111/pay'],
  ['http:', 'http://checkout.stripe.com/pay'],
  ['http:', 'http://localhost.example.com/pay'],
  ['http:', 'http://notlocalhost/pay'],
  ['https:', 'javascript:alert(1)'],
  ['https:', ' java\nscript:alert(1)'],
  ['https:', 'data:text/html,hello'],
  ['https:', 'ftp://example.com/'],
  ['https:', '/pricing'],
  ['https:', '//checkout.stripe.com/pay'],
  ['https:', 'https://checkout.stripe.com@example.com/'],
  ['https:', 'https://'],
  ['https:', ''],
])('from %s one may not go to %j', (own, url) => expect(safeProviderUrl(url, own)).toBeNull());

test.each([null, undefined, '', 7, [], {}, [stripe]])('%j is no address', (answered) => {
  expect(safeProviderUrl(answered, 'https:')).toBeNull();
});
