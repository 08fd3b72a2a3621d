import { expect, test } from 'vitest';

import {
  paymentMethods,
  planIds,
  planNamed,
  planNames,
  subscriptionStatuses,
} from '@/features/billing/plans';

test("the plans, the ways to pay and the statuses are the specification's", () => {
  expect(planIds.map((id) => planNames[id])).toEqual(['Basic', 'Plus', 'Pro']);
  expect(paymentMethods).toEqual([
    'Card on file (Stripe)',
    'New card entry (Stripe Checkout)',
    'Other (manual)',
  ]);
  expect(subscriptionStatuses).toEqual(['Trialing', 'Active', 'Past Due', 'Canceled']);
});

test('a text names a plan by its id only', () => {
  expect(planNamed('plus')).toBe('Plus');
  expect(planNamed('Plus')).toBe('Plus');
  for (const text of [null, '', 'Plus plan', 'toString', '__proto__'])
    expect(planNamed(text)).toBeNull();
});
