import { describe, expect, test } from 'vitest';

import { timeRangeFormatter, dayHeading, zoneName } from '@/features/appointments/timeFormat';

describe('from when to when', () => {
  test("is in the clinic's time", () => {
    expect(
      timeRangeFormatter('America/New_York')('2026-06-10T18:30:00Z', '2026-06-10T19:00:00Z'),
    ).toBe('2:30 PM – 3:00 PM');
    expect(
      timeRangeFormatter('Europe/London')('2026-06-10T18:30:00Z', '2026-06-10T19:00:00Z'),
    ).toBe('7:30 PM – 8:00 PM');
    expect(
      timeRangeFormatter('Australia/Sydney')('2026-06-10T02:00:00Z', '2026-06-10T03:15:00Z'),
    ).toBe('12:00 PM – 1:15 PM');
  });

  test('names the zone in the hour that comes twice, and over a change', () => {
    const clock = timeRangeFormatter('America/New_York');
    expect(clock('2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z')).toBe('1:30 AM EDT – 1:30 AM EST');
    expect(clock('2026-11-01T06:15:00Z', '2026-11-01T06:45:00Z')).toBe('1:15 AM EST – 1:45 AM EST');
    expect(clock('2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z')).toBe('1:30 AM EST – 3:30 AM EDT');
  });

  test('names no zone later on the same day', () => {
    expect(
      timeRangeFormatter('America/New_York')('2026-11-01T15:00:00Z', '2026-11-01T15:30:00Z'),
    ).toBe('10:00 AM – 10:30 AM');
  });
});

test('the zone has a name', () => {
  expect(zoneName('America/New_York')).toBe('Eastern Time (America/New York)');
  expect(zoneName('Europe/London')).toBe('United Kingdom Time (Europe/London)');
});

test('a day has its weekday, and today says so', () => {
  expect(dayHeading('2026-11-20', '2026-11-20')).toBe('Today, Friday, November 20, 2026');
  expect(dayHeading('2026-11-21', '2026-11-20')).toBe('Saturday, November 21, 2026');
});
