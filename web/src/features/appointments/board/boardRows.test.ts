import { expect, test } from 'vitest';

import type { Appointment } from '@/api/generated';
import {
  boardRows,
  countWords,
  lengthWords,
  nextOf,
  stateWords,
} from '@/features/appointments/board/boardRows';

const now = Date.parse('2026-11-20T15:00:00Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

function visit(
  id: number,
  starts: number,
  status: Appointment['status'],
  since: number | null = null,
): Appointment {
  return {
    id,
    patient_id: id,
    first_name: 'A',
    last_name: `${id}`,
    provider_id: null,
    provider_name: null,
    resource_id: null,
    resource_name: null,
    series_id: null,
    service: 'Botox',
    starts_at: at(starts),
    ends_at: at(starts + 30),
    notes: null,
    allow_overlap: false,
    patient_is_archived: false,
    status,
    status_at: since === null ? null : at(since),
    cancel_reason: null,
    booked_anyway_by: null,
    move_asked_at: null,
    requested_at: null,
    version: 1,
    updated_at: null,
    updated_by: null,
    marks: {
      exam: null,
      exam_until: null,
      consents_pending: null,
      consents_signed: null,
      is_first_visit: null,
      has_alert: null,
    },
  };
}

const ids = (visits: readonly Appointment[]) => visits.map(({ id }) => id);

test('says the day in numbers, and who comes next', () => {
  const day = [
    visit(1, 240, 'Booked'),
    visit(2, 300, 'Confirmed'),
    visit(3, -10, 'Arrived', -5),
    visit(4, -60, 'Completed', -10),
    visit(5, -60, 'No-show', 0),
  ];
  expect(countWords(day)).toBe(
    '5 booked, 1 completed, 1 here, 2 to come, 1 not confirmed, 1 no-show',
  );
  expect(countWords([visit(1, 10, 'Confirmed')])).toBe('1 booked, 1 to come');
  expect(nextOf(day, now, 'America/New_York')).toBe('Next: A 1, 2:00 PM.');
  expect(nextOf([visit(3, -10, 'Arrived')], now, 'America/New_York')).toBeUndefined();
});

test('expects who has not arrived, the late ones too, up to three hours ahead', () => {
  const day = [
    visit(1, 60, 'Confirmed'),
    visit(2, -20, 'Booked'),
    visit(3, 180, 'Booked'),
    visit(4, 181, 'Booked'),
    visit(5, 10, 'Arrived', -5),
    visit(6, 10, 'No-show', 0),
  ];
  expect(ids(boardRows(day, now).expected)).toEqual([2, 1, 3]);
});

test('lists who is here, the longest waiting first and then who is in a room', () => {
  const day = [
    visit(1, 0, 'Arrived', -3),
    visit(2, 30, 'Arrived', -12),
    visit(3, -30, 'In room', -20),
    visit(4, -60, 'Completed', -29),
    visit(5, -90, 'Completed', -31),
  ];
  expect(ids(boardRows(day, now).here)).toEqual([2, 1, 3]);
  expect(ids(boardRows(day, now).leaving)).toEqual([4]);
});

test('says how long somebody waits and how late somebody is', () => {
  expect(stateWords(visit(1, 0, 'Arrived', -12), now)).toBe('Waits 12 min');
  expect(stateWords(visit(1, -30, 'In room', -61), now)).toBe('In room 1 h 1 min');
  expect(stateWords(visit(1, -4, 'Confirmed'), now)).toBe('Confirmed');
  expect(stateWords(visit(1, -5, 'Confirmed'), now)).toBe('5 min late');
  expect(stateWords(visit(1, 30, 'Booked'), now)).toBe('Booked');
  expect(lengthWords(120)).toBe('2 h');
});
