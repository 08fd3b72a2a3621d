import { describe, expect, test } from 'vitest';

import { chargeForm, toCharge, totalOf } from '@/features/charges/chargeForm';

const charge = {
  provider_id: '4',
  service: 'Botox',
  quantity: '20',
  unit_price: '12.50',
  discount: '',
};

const problemsOf = (change: Partial<typeof charge>) =>
  chargeForm.safeParse({ ...charge, ...change }).error?.issues.map(({ path }) => path[0]) ?? [];

describe('a total', () => {
  test.each([
    [{}, 25_000n],
    [{ discount: '50.01' }, 19_999n],
    [{ quantity: '0.1', unit_price: '0.05' }, 1n],
    [{ quantity: '1.1', unit_price: '1.15' }, 127n],
    [{ discount: '300' }, -5000n],
    [{ unit_price: 'x' }, undefined],
  ])('of %o', (change, total) => {
    expect(totalOf({ ...charge, ...change })).toBe(total);
  });

  test('agrees with fractions in ten thousand charges', () => {
    // A generator of its own, so that a failure can be repeated (Numerical Recipes).
    let seed = 20_261_126;
    const next = (most: number) => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) % most;
    const text = (hundredths: number) =>
      `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
    for (let count = 0; count < 10_000; count += 1) {
      const [quantity, price, discount] = [next(10_000_000), next(10_000_000), next(1_000_000)];
      // The exact product is a fraction of 10,000; half a cent goes up.
      const [whole, rest] = [
        (BigInt(quantity) * BigInt(price)) / 100n,
        (BigInt(quantity) * BigInt(price)) % 100n,
      ];
      const exact = whole + (rest * 2n >= 100n ? 1n : 0n) - BigInt(discount);
      expect(
        totalOf({ quantity: text(quantity), unit_price: text(price), discount: text(discount) }),
      ).toBe(exact);
    }
  });
});

test('what cannot be charged is said at its field', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ provider_id: '' })).toEqual(['provider_id']);
  expect(problemsOf({ service: ' ' })).toEqual(['service']);
  expect(problemsOf({ quantity: '0' })).toEqual(['quantity']);
  expect(problemsOf({ unit_price: '12.505' })).toContain('unit_price');
  expect(problemsOf({ discount: '250.01' })).toEqual(['discount']);
  expect(problemsOf({ discount: '250.00' })).toEqual([]);
});

test('the request has numbers, and no visit where there is none', () => {
  expect(toCharge(charge, 7, undefined)).toEqual({
    patient_id: 7,
    appointment_id: null,
    provider_id: 4,
    service: 'Botox',
    quantity: 20,
    unit_price: 12.5,
    discount: null,
  });
});
