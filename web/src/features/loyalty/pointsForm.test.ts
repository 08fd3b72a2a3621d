import { expect, test } from 'vitest';

import { adjustForm, redeemForm } from '@/features/loyalty/pointsForm';

test.each(['24', '-30', '25.5', 'many', '', '1000000', '1e3'])(
  '%j points cannot be redeemed',
  (points) => {
    expect(redeemForm(25).safeParse({ points, reason: '' }).error?.issues[0]?.message).toBe(
      'Enter a whole number from 25 to 999,999.',
    );
  },
);

test('points are redeemed from the fewest on, with or without a reason', () => {
  expect(redeemForm(25).parse({ points: ' 25 ', reason: ' At check-out ' })).toEqual({
    points: 25,
    reason: 'At check-out',
  });
});

test.each(['0', '2.5', '-1000000', 'x', ''])('%j is no adjustment', (points) => {
  expect(adjustForm.safeParse({ points, reason: 'A gift' }).error?.issues[0]?.message).toBe(
    'Enter a whole number of points, with a minus to take them.',
  );
});

test('an adjustment gives or takes, and needs a reason', () => {
  expect(adjustForm.parse({ points: '-999999', reason: 'A mistake' }).points).toBe(-999_999);
  expect(adjustForm.parse({ points: '+5', reason: 'A gift' }).points).toBe(5);
  expect(adjustForm.safeParse({ points: '5', reason: ' ' }).error?.issues[0]?.message).toBe(
    'Reason is required',
  );
});
