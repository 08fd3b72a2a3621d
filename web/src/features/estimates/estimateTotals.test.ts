import { describe, expect, test } from 'vitest';

import {
  formatCents,
  grandTotal,
  hundredths,
  isSessionCount,
  subtotal,
  type AreaLine,
} from '@/features/estimates/estimateTotals';

const line = (change: Partial<AreaLine> = {}): AreaLine => ({
  service: 'Other',
  unit_cost: '12',
  qty: '1',
  sessions: '1',
  sessions_custom: '',
  ...change,
});

describe('a number as it is typed', () => {
  test.each([
    ['12', 1200n],
    ['12.5', 1250n],
    ['12.50', 1250n],
    ['0', 0n],
    ['.75', 75n],
    ['7.', 700n],
    [' 3 ', 300n],
    ['999999.99', 99_999_999n],
    ['0.07', 7n],
  ])('%s', (text, value) => {
    expect(hundredths(text)).toBe(value);
  });

  test.each([
    '',
    ' ',
    '.',
    '-1',
    '12.345',
    '1e3',
    '1,200',
    '$12',
    'twelve',
    '1000000',
    '0x10',
    'Infinity',
  ])('“%s” is none', (text) => {
    expect(hundredths(text)).toBeUndefined();
  });

  test('sessions are whole and at least one', () => {
    expect(['1', '6', '12', '999'].every(isSessionCount)).toBe(true);
    expect(['', '0', '-1', '1.5', '01', 'Custom', '1000'].some(isSessionCount)).toBe(false);
  });
});

describe('a subtotal', () => {
  test('is unit cost x quantity x sessions', () => {
    expect(subtotal(line({ unit_cost: '12', qty: '40', sessions: '3' }))).toBe(144_000n);
  });

  test('takes the typed sessions with Custom, and only then', () => {
    expect(subtotal(line({ sessions: 'Custom', sessions_custom: '5' }))).toBe(6000n);
    expect(subtotal(line({ sessions: '2', sessions_custom: '5' }))).toBe(2400n);
  });

  test('is rounded half up, where floating point would not', () => {
    expect(subtotal(line({ unit_cost: '0.01', qty: '0.5' }))).toBe(1n);
    expect(subtotal(line({ unit_cost: '0.01', qty: '0.49' }))).toBe(0n);
    // 1.1 x 1.15 is 1.265; as floating point it is 1.2649999999999999.
    expect(subtotal(line({ unit_cost: '1.1', qty: '1.15' }))).toBe(127n);
    expect((1.1 * 1.15).toFixed(2)).toBe('1.26');
  });

  test('is nothing without a service and a cost, whatever else is typed', () => {
    expect(subtotal(line({ service: '', unit_cost: ' ', qty: 'x' }))).toBe(0n);
  });

  test('counts a cost without a service', () => {
    expect(subtotal(line({ service: '', unit_cost: '450', qty: '2' }))).toBe(90_000n);
  });

  test.each([
    { unit_cost: '' },
    { unit_cost: '-1' },
    { qty: 'x' },
    { sessions: 'Custom' },
    { sessions: 'Custom', sessions_custom: '0' },
  ])('is not known with %o', (change) => {
    expect(subtotal(line(change))).toBeNull();
  });
});

describe('the grand total', () => {
  test('is the sum of the rounded subtotals', () => {
    const half = line({ unit_cost: '0.01', qty: '0.5' });
    expect(grandTotal([half, half, line({ service: '', unit_cost: '' })])).toBe(2n);
    expect(grandTotal([])).toBe(0n);
  });

  test('is not known while one of them is not', () => {
    expect(grandTotal([line(), line({ qty: '' })])).toBeNull();
  });
});

test('money is written in dollars', () => {
  expect([0n, 5n, 123_450n, 99_999_999_999_999_999n, null].map(formatCents)).toEqual([
    '$0.00',
    '$0.05',
    '$1,234.50',
    '$999,999,999,999,999.99',
    '—',
  ]);
});
