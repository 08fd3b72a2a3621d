import { describe, expect, test } from 'vitest';

import { billingDates, isDate } from '@/features/subscriptions/billingDates';

/** The calendar written out by hand, day after day: no Date in it, and no sums. */
const monthLengths = (leap: boolean) => [
  31,
  leap ? 29 : 28,
  31,
  30,
  31,
  30,
  31,
  31,
  30,
  31,
  30,
  31,
];
const two = (value: number) => String(value).padStart(2, '0');
const calendar = [2027, 2028, 2029, 2030].flatMap((year) =>
  monthLengths(year === 2028).flatMap((days, month) =>
    Array.from({ length: days }, (_, day) => `${year}-${two(month + 1)}-${two(day + 1)}`),
  ),
);
const place = new Map(calendar.map((date, at) => [date, at]));

/** The latest day of the next month that is not past this day of the month, found by looking at all of them. */
function aMonthLater(date: string) {
  const months = [...new Set(calendar.map((one) => one.slice(0, 7)))];
  const next = months[months.indexOf(date.slice(0, 7)) + 1] ?? '';
  return calendar.findLast((one) => one.startsWith(next) && one.slice(8) <= date.slice(8));
}
const monthLater = new Map(
  calendar.filter((date) => date < '2030-12').map((date) => [date, aMonthLater(date)]),
);

describe.each([
  ['common', '2027'],
  ['leap', '2028'],
])('every day of a %s year', (_kind, year) => {
  const days = calendar.filter((date) => date.startsWith(year));

  test('is a year of the right length', () =>
    expect(days).toHaveLength(year === '2028' ? 366 : 365));

  test.each([0, 1, 13, 14, 15, 28, 29, 30, 31, 60, 365])('with %d days of trial', (trial) => {
    const expected = days.map((start) => {
      const trialEnd = calendar[(place.get(start) ?? 0) + trial] ?? '';
      return { trialEnd, nextBill: monthLater.get(trialEnd) };
    });
    expect(days.map((start) => billingDates(start, trial))).toEqual(expected);
  });
});

test.each([
  ['2027-01-31', 0, '2027-01-31', '2027-02-28'],
  ['2028-01-31', 0, '2028-01-31', '2028-02-29'],
  ['2028-01-17', 14, '2028-01-31', '2028-02-29'],
  ['2027-03-31', 0, '2027-03-31', '2027-04-30'],
  ['2027-02-28', 0, '2027-02-28', '2027-03-28'],
  ['2026-12-20', 14, '2027-01-03', '2027-02-03'],
  ['2026-12-31', 0, '2026-12-31', '2027-01-31'],
  // Not a leap year, though it can be divided by four; and one, though it can be divided by a hundred.
  ['2100-01-31', 0, '2100-01-31', '2100-02-28'],
  ['2000-01-31', 0, '2000-01-31', '2000-02-29'],
])('%s with %d days of trial', (start, trial, trialEnd, nextBill) => {
  expect(billingDates(start, trial)).toEqual({ trialEnd, nextBill });
});

test('there is no answer without a date or a number of days', () => {
  for (const start of [
    '',
    '2027-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-1-1',
    '0000-01-01',
    '2027-01-01T00:00',
    'tomorrow',
  ]) {
    expect(billingDates(start, 14)).toBeNull();
    expect(isDate(start)).toBe(false);
  }
  expect(billingDates('2027-01-01', null)).toBeNull();
});
