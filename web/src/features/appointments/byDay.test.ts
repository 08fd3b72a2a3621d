import { describe, expect, test } from 'vitest';

import { byDay } from '@/features/appointments/byDay';

const at = (...starts: string[]) =>
  starts.map((starts_at, index) => ({ id: index + 1, starts_at }));
const grouped = (starts: string[], timeZone: string) =>
  byDay(at(...starts), timeZone).map(({ date, appointments }) => [
    date,
    appointments.map(({ starts_at }) => starts_at),
  ]);

describe('the days on which the clocks change', () => {
  // First and last half hour of the day, and their neighbours outside of it.
  test.each([
    [
      'America/New_York',
      '2026-03-08',
      '2026-03-08T04:30:00Z',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:30:00Z',
      '2026-03-09T04:00:00Z',
    ],
    [
      'America/New_York',
      '2026-11-01',
      '2026-11-01T03:30:00Z',
      '2026-11-01T04:00:00Z',
      '2026-11-02T04:30:00Z',
      '2026-11-02T05:00:00Z',
    ],
    [
      'Europe/London',
      '2026-03-29',
      '2026-03-28T23:30:00Z',
      '2026-03-29T00:00:00Z',
      '2026-03-29T22:30:00Z',
      '2026-03-29T23:00:00Z',
    ],
    [
      'Europe/London',
      '2026-10-25',
      '2026-10-24T22:30:00Z',
      '2026-10-24T23:00:00Z',
      '2026-10-25T23:30:00Z',
      '2026-10-26T00:00:00Z',
    ],
    [
      'Australia/Sydney',
      '2026-04-05',
      '2026-04-04T12:30:00Z',
      '2026-04-04T13:00:00Z',
      '2026-04-05T13:30:00Z',
      '2026-04-05T14:00:00Z',
    ],
    [
      'Australia/Sydney',
      '2026-10-04',
      '2026-10-03T13:30:00Z',
      '2026-10-03T14:00:00Z',
      '2026-10-04T12:30:00Z',
      '2026-10-04T13:00:00Z',
    ],
    // By half an hour: from eleven hours ahead to ten and a half, and back.
    [
      'Australia/Lord_Howe',
      '2026-04-05',
      '2026-04-04T12:30:00Z',
      '2026-04-04T13:00:00Z',
      '2026-04-05T13:00:00Z',
      '2026-04-05T13:30:00Z',
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-04',
      '2026-10-03T13:00:00Z',
      '2026-10-03T13:30:00Z',
      '2026-10-04T12:30:00Z',
      '2026-10-04T13:00:00Z',
    ],
  ])('%s, %s', (timeZone, date, before, first, last, after) => {
    const days = grouped([after, last, first, before], timeZone);
    expect(days).toHaveLength(3);
    expect(days[1]).toEqual([date, [first, last]]);
    expect(days.map(([day]) => day).toSorted()).toEqual(days.map(([day]) => day));
  });

  test('the hour that comes twice is kept in the order in which it passes', () => {
    const first = '2026-11-01T05:30:00Z';
    const again = '2026-11-01T06:30:00Z';
    expect(grouped([again, first], 'America/New_York')).toEqual([['2026-11-01', [first, again]]]);
  });
});

/** A small generator with a fixed seed: the same cases every time. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The day on which the clocks change, the instant at which they do, and the minutes that the zone is ahead of UTC before and after. */
const changes: [zone: string, day: string, at: string, before: number, after: number][] = [
  ['America/New_York', '2026-03-08', '2026-03-08T07:00:00Z', -300, -240],
  ['America/New_York', '2026-11-01', '2026-11-01T06:00:00Z', -240, -300],
  ['Europe/London', '2026-03-29', '2026-03-29T01:00:00Z', 0, 60],
  ['Europe/London', '2026-10-25', '2026-10-25T01:00:00Z', 60, 0],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T15:00:00Z', 660, 630],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T15:30:00Z', 630, 660],
];

describe('bookings around a change of the clocks', () => {
  test.each(changes)('%s, %s', (timeZone, day, changed, before, after) => {
    const change = Date.parse(changed);
    // With the offsets written out, the date is the first ten letters of a sum: no calendar of a time zone in it.
    const dateOf = (instant: number) =>
      new Date(instant + (instant < change ? before : after) * 60_000).toISOString().slice(0, 10);
    const roll = dice(20_261_121);
    for (let round = 0; round < 200; round += 1) {
      const booked = Array.from({ length: 1 + roll(30) }, (_, id) => ({
        id,
        starts_at: new Date(change + (roll(4 * 24 * 60) - 2 * 24 * 60) * 60_000).toISOString(),
      }));
      const days = byDay(booked, timeZone);
      // Nothing lost, nothing twice; days ascend; within a day the start does; each stands under its own date.
      expect(
        days
          .flatMap(({ appointments }) => appointments.map(({ id }) => id))
          .toSorted((one, other) => one - other),
      ).toEqual(booked.map(({ id }) => id));
      expect(days.map(({ date }) => date)).toEqual(
        [...new Set(booked.map(({ starts_at }) => dateOf(Date.parse(starts_at))))].toSorted(),
      );
      for (const { date, appointments } of days) {
        expect(appointments.every(({ starts_at }) => dateOf(Date.parse(starts_at)) === date)).toBe(
          true,
        );
        expect(appointments.map(({ starts_at }) => starts_at)).toEqual(
          appointments.map(({ starts_at }) => starts_at).toSorted(),
        );
      }
    }
    // The change itself falls on that day, and moves the midnight after it.
    expect([dateOf(change), dateOf(change - 1)]).toEqual([day, day]);
  });
});

test('days ascend over the turn of a year, and starts within a day, however they come', () => {
  expect(
    grouped(
      [
        '2027-01-01T15:00:00Z',
        '2026-12-31T20:00:00Z',
        '2026-12-31T09:00:00-05:00',
        '2026-02-03T15:00:00Z',
      ],
      'America/New_York',
    ),
  ).toEqual([
    ['2026-02-03', ['2026-02-03T15:00:00Z']],
    ['2026-12-31', ['2026-12-31T09:00:00-05:00', '2026-12-31T20:00:00Z']],
    ['2027-01-01', ['2027-01-01T15:00:00Z']],
  ]);
});

test("the date is the clinic's, not the browser's and not UTC's", () => {
  const instant = ['2026-06-10T23:30:00Z'];
  expect(
    ['America/New_York', 'Europe/London', 'Australia/Sydney'].map(
      (zone) => byDay(at(...instant), zone)[0]?.date,
    ),
  ).toEqual(['2026-06-10', '2026-06-11', '2026-06-11']);
});

test('of two that start together the one booked first comes first; the given list is not changed', () => {
  const given = [
    { id: 9, starts_at: '2026-06-10T15:00:00Z' },
    { id: 4, starts_at: '2026-06-10T15:00:00.000Z' },
  ];
  expect(byDay(given, 'America/New_York')[0]?.appointments.map(({ id }) => id)).toEqual([4, 9]);
  expect(given.map(({ id }) => id)).toEqual([9, 4]);
});

test('no appointments, no days', () => {
  expect(byDay([], 'America/New_York')).toEqual([]);
});
