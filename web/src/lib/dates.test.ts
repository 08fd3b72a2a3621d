import { describe, expect, test } from 'vitest';

import {
  age,
  formatDate,
  formatInstant,
  formatInstantDate,
  isPlausibleDate,
  today,
} from '@/lib/dates';

describe('formatDate', () => {
  test('writes a calendar date, whatever the zone of the viewer', () => {
    expect(formatDate('1980-01-10')).toBe('Jan 10, 1980');
    expect(formatDate('2024-02-29')).toBe('Feb 29, 2024');
    expect(formatDate('1999-12-31')).toBe('Dec 31, 1999');
  });

  test.each([null, undefined, '', '2023-02-29', '2023-13-01', 'yesterday', '2023-1-5'])(
    '%s is no date',
    (date) => {
      expect(formatDate(date)).toBe('—');
    },
  );
});

describe('instants', () => {
  test("are shown in the clinic's zone", () => {
    expect(formatInstant('2026-01-10T03:05:00Z', 'America/New_York')).toBe('Jan 9, 2026, 10:05 PM');
    expect(formatInstant('2026-01-10T03:05:00Z', 'Asia/Tokyo')).toBe('Jan 10, 2026, 12:05 PM');
    expect(formatInstantDate('2026-01-10T03:05:00Z', 'America/New_York')).toBe('Jan 9, 2026');
  });

  test('that have not loaded yet are a dash', () => {
    expect(formatInstant(null, 'UTC')).toBe('—');
    expect(formatInstantDate(null, 'UTC')).toBe('—');
  });
});

test('today is the date in the zone asked for', () => {
  const lateEvening = new Date('2026-03-01T02:30:00Z');
  expect(today('America/New_York', lateEvening)).toBe('2026-02-28');
  expect(today('UTC', lateEvening)).toBe('2026-03-01');
});

describe('age', () => {
  test.each([
    ['1980-01-10', '2026-01-09', 45],
    ['1980-01-10', '2026-01-10', 46],
    ['2004-02-29', '2025-02-28', 20],
    ['2004-02-29', '2025-03-01', 21],
    ['2026-01-10', '2026-01-10', 0],
  ])('born %s is on %s %i years old', (birth, day, years) => {
    expect(age(birth, day)).toBe(years);
  });

  test('is unknown without a believable birth date', () => {
    expect(age(null, '2026-01-01')).toBeNull();
    expect(age('2030-01-01', '2026-01-01')).toBeNull();
    expect(age('1980-02-30', '2026-01-01')).toBeNull();
  });
});

test('a date that is incomplete, does not exist, or is of a year the server refuses is ignored', () => {
  expect(
    [
      '0002-11-20',
      '0020-11-20',
      '0202-11-20',
      '1899-12-31',
      '2026-02-30',
      '2201-01-01',
      '20260301',
      '',
    ].filter(isPlausibleDate),
  ).toEqual([]);
  expect(['1900-01-01', '2026-11-20', '2200-12-31'].filter(isPlausibleDate)).toHaveLength(3);
});
