import { describe, expect, test } from 'vitest';

import {
  addMinutes,
  clockText,
  fromLocalDate,
  minutesBetween,
  offsetText,
  shortClock,
  shortDay,
  wallOf,
} from '@/lib/wallTime';

const newYork = 'America/New_York';

describe("an instant on the clinic's clock", () => {
  test.each([
    ['in winter', '2026-11-25T15:30:00Z', newYork, '2026-11-25T10:30'],
    ['in summer', '2026-06-10T15:30:00Z', newYork, '2026-06-10T11:30'],
    ['after midnight elsewhere', '2026-11-25T23:30:00Z', 'Australia/Sydney', '2026-11-26T10:30'],
    ['of a zone of half hours', '2026-11-25T00:00:00Z', 'Asia/Kolkata', '2026-11-25T05:30'],
    ['before the clocks go forward', '2026-03-08T06:45:00Z', newYork, '2026-03-08T01:45'],
    ['after the clocks went forward', '2026-03-08T07:00:00Z', newYork, '2026-03-08T03:00'],
    [
      'of the hour that comes twice, the first time',
      '2026-11-01T05:30:00Z',
      newYork,
      '2026-11-01T01:30',
    ],
    [
      'of the hour that comes twice, the second time',
      '2026-11-01T06:30:00Z',
      newYork,
      '2026-11-01T01:30',
    ],
    ['after the clocks went back', '2026-11-01T15:00:00Z', newYork, '2026-11-01T10:00'],
    ['before 1970', '1969-07-20T20:17:30Z', newYork, '1969-07-20T16:17'],
  ])('%s', (_when, instant, zone, wall) => {
    expect(wallOf(instant, zone)).toBe(wall);
    expect(wallOf(Date.parse(instant), zone)).toBe(wall);
  });
});

test('the offset changes with the clocks', () => {
  expect(offsetText(Date.parse('2026-03-08T06:59:00Z'), newYork)).toBe('-05:00');
  expect(offsetText(Date.parse('2026-03-08T07:00:00Z'), newYork)).toBe('-04:00');
  expect(offsetText(Date.parse('2026-11-25T00:00:00Z'), 'Asia/Kolkata')).toBe('+05:30');
});

test('minutes are added and counted over midnight, and on days when the clocks change as on any other', () => {
  expect(addMinutes('2026-11-25T23:45', 30)).toBe('2026-11-26T00:15');
  expect(addMinutes('2026-03-08T01:45', 30)).toBe('2026-03-08T02:15');
  expect(minutesBetween('2026-03-08T01:00', '2026-03-08T03:00')).toBe(120);
  expect(minutesBetween('2026-11-25T10:00', '2026-11-25T09:45')).toBe(-15);
});

test('a date of the browser gives its parts', () => {
  expect(fromLocalDate(new Date(2026, 2, 8, 9, 5))).toBe('2026-03-08T09:05');
});

test('times and days in words', () => {
  expect([
    clockText('2026-11-25T00:00'),
    clockText('2026-11-25T12:15'),
    shortClock('2026-11-25T13:05'),
  ]).toEqual(['12:00 AM', '12:15 PM', '1:05']);
  expect(shortDay('2026-11-25')).toBe('Wed, Nov 25');
});
