import { expect, test } from 'vitest';

import type { Status } from '@/features/appointments/calendar/status';
import { rowActionsOf } from '@/features/appointments/rowActions';

test.each([
  ['Booked', ['arrive', 'move', 'cancel']],
  ['Confirmed', ['arrive', 'move', 'cancel']],
  ['Arrived', ['move', 'cancel']],
  ['In room', ['move']],
  ['Completed', []],
  ['No-show', []],
  ['Cancelled', []],
] satisfies [Status, string[]][])('what the status %s allows in a row', (status, actions) => {
  expect(rowActionsOf({ status, requested_at: null }, true)).toEqual(actions);
});

test('nobody is checked in on another day', () => {
  expect(rowActionsOf({ status: 'Booked', requested_at: null }, false)).toEqual(['move', 'cancel']);
});

test('a request is accepted or declined first, in the calendar', () => {
  const request = { status: 'Booked', requested_at: '2026-11-19T15:00:00Z' } as const;
  expect(rowActionsOf(request, true)).toEqual(['move']);
});
