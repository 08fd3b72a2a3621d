import { expect, test } from 'vitest';

import { legalParts } from '@/features/estimates/issuing/legalParts';

const missing = (field: string) => ({ field, in_settings: false, words: field });

test('a part is missing when one of its fields is', () => {
  const parts = legalParts([missing('tin'), missing('recurs_count')]);
  expect(parts.filter(({ isThere }) => !isThere).map(({ words }) => words)).toEqual([
    'Clinic’s NPI, TIN',
    'Dates, period',
  ]);
  expect(parts).toHaveLength(10);
});

test.each([
  'primary_service',
  'lines',
  'provider_npi',
  'recurs_until',
  'recurs_frequency',
  'recurs_count',
  'npi',
  'tin',
  'address',
  'state',
])('what the server calls %s belongs to one part', (field) => {
  expect(legalParts([missing(field)]).filter(({ isThere }) => !isThere)).toHaveLength(1);
});
