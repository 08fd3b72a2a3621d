import { expect, test } from 'vitest';

import { addressWords, recurrenceWords } from '@/lib/estimateWords';

test('a recurrence says what is given of it', () => {
  expect(
    recurrenceWords({
      number: 3,
      frequency: 'every six weeks',
      from: '2026-12-14',
      until: '2027-03-08',
    }),
  ).toBe('3 times, every six weeks, from Dec 14, 2026 to Mar 8, 2027');
  expect(
    recurrenceWords({ number: null, frequency: 'monthly', from: '2026-12-14', until: null }),
  ).toBe('monthly, from Dec 14, 2026');
  expect(recurrenceWords({ number: 1, frequency: null, from: null, until: '2027-03-08' })).toBe(
    '1 time, until Mar 8, 2027',
  );
  expect(recurrenceWords({ number: null, frequency: null, from: null, until: null })).toBe('');
});

test('an address leaves out what is missing', () => {
  expect(
    addressWords({ address: '214 W 18th Street', city: 'New York', state: 'NY', zip: '10011' }),
  ).toBe('214 W 18th Street, New York, NY 10011');
  expect(addressWords({ address: null, city: 'New York', state: null, zip: null })).toBe(
    'New York',
  );
});
