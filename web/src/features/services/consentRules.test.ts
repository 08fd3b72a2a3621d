import { expect, test } from 'vitest';

import { consentRule, readConsentRule, validities } from '@/features/services/consentRules';

test('a rule is read as it was written', () => {
  for (const [id, months] of [
    [9, null],
    [12, 1],
    [7, 60],
  ] as const)
    expect(readConsentRule(consentRule(id, months))).toEqual({ id, valid_months: months });
});

test('a validity that is not among the usual ones can be kept', () => {
  expect(validities(18).map(({ label }) => label)).toEqual([
    'For 1 month',
    'For 3 months',
    'For 6 months',
    'For 12 months',
    'For 18 months',
    'For 24 months',
    'For 36 months',
  ]);
  expect(validities(null)).toHaveLength(6);
});
