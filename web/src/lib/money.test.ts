import { expect, test } from 'vitest';

import { formatMoney, formatPrice } from '@/lib/money';

test('an invoice always shows its cents', () => {
  expect([0, 49, 1250.5, 0.1 + 0.2].map(formatMoney)).toEqual([
    '$0.00',
    '$49.00',
    '$1,250.50',
    '$0.30',
  ]);
});

test('a price tag shows cents only where there are any', () => {
  expect([0, 49, 1250, 49.5].map(formatPrice)).toEqual(['$0', '$49', '$1,250', '$49.50']);
});
