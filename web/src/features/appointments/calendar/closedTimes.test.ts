import { expect, test } from 'vitest';

import type { Schedule } from '@/api/generated';
import { closedTimes } from '@/features/appointments/calendar/closedTimes';

const zone = 'America/New_York';
const week = (
  member_id: number | null,
  weekdays: readonly number[],
  opens_at: string,
  closes_at: string,
) =>
  weekdays.map((weekday) => ({
    member_id,
    weekday,
    opens_at,
    closes_at,
    version: member_id === null ? null : 1,
  }));

// Wednesday.
const day = '2026-11-25';
const schedule: Schedule = {
  days: [{ date: day, closure: null }],
  hours: week(null, [1, 2, 3, 4, 5, 6, 7], '08:00', '18:00'),
  blocks: [],
  resources: [],
};
const block = (change: object) => ({
  id: 4,
  member_id: null,
  resource_id: null,
  starts_at: '2026-11-25T17:00:00Z',
  ends_at: '2026-11-25T18:00:00Z',
  reason: 'Lunch',
  version: 1,
  ...change,
});
const times = (changed: Partial<Schedule>, column = '7') =>
  closedTimes({ ...schedule, ...changed }, [day], [column], zone).map(
    ({ start, end, reason }) => `${start.slice(5)} ${end.slice(5)} ${reason}`,
  );

test('outside of the hours a column is closed: the clinic’s, or the member’s own', () => {
  expect(times({})).toEqual(['11-25T00:00 11-25T08:00 Closed', '11-25T18:00 11-26T00:00 Closed']);
  const own = [
    ...schedule.hours,
    ...week(7, [3], '09:00', '12:00'),
    ...week(7, [3], '13:00', '17:00'),
  ];
  expect(times({ hours: own })).toEqual([
    '11-25T00:00 11-25T09:00 Closed',
    '11-25T12:00 11-25T13:00 Closed',
    '11-25T17:00 11-26T00:00 Closed',
  ]);
  expect(times({ hours: own }, '8')).toHaveLength(2);
  expect(times({ hours: own }, 'any')).toHaveLength(2);
});

test('a member who does not work on that day is closed for all of it, and so is a clinic on a closed day, with its reason', () => {
  expect(times({ hours: [...schedule.hours, ...week(7, [1], '09:00', '12:00')] })).toEqual([
    '11-25T00:00 11-26T00:00 Closed',
  ]);
  expect(
    times({
      days: [{ date: day, closure: { id: 2, reason: 'Thanksgiving' } }],
      blocks: [block({})],
    }),
  ).toEqual(['11-25T00:00 11-26T00:00 Closed: Thanksgiving']);
});

test('an hour from midnight to midnight leaves no gap', () => {
  expect(times({ hours: week(null, [3], '00:00', '23:59') })).toEqual([
    '11-25T23:59 11-26T00:00 Closed',
  ]);
});

test('a blocked time stands in the columns that it is about, on the clinic’s clock, and on each of its days', () => {
  const open = { hours: week(null, [3], '00:00', '23:59') };
  expect(times({ ...open, blocks: [block({})] })).toContain('11-25T12:00 11-25T13:00 Lunch');
  expect(times({ ...open, blocks: [block({ member_id: 7 })] })).toContain(
    '11-25T12:00 11-25T13:00 Lunch',
  );
  expect(times({ ...open, blocks: [block({ member_id: 8 })] })).toHaveLength(1);
  expect(times({ ...open, blocks: [block({ resource_id: 3 })] })).toHaveLength(1);
  const days = [
    block({ starts_at: '2026-11-24T17:00:00Z', ends_at: '2026-11-27T18:00:00Z', reason: 'Course' }),
  ];
  expect(times({ ...open, blocks: days })).toContain('11-25T00:00 11-26T00:00 Course');
});
