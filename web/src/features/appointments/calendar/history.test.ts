import { expect, test } from 'vitest';

import type { AppointmentEvent } from '@/api/generated';
import { confirmedInWords, inWords } from '@/features/appointments/calendar/history';

const booked: AppointmentEvent = {
  at: '2026-11-20T15:00:00Z',
  actor_name: 'Elena Moreau',
  kind: 'booked',
  from_status: null,
  to_status: 'Booked',
  starts_at: '2026-11-23T14:00:00Z',
  ends_at: '2026-11-23T14:30:00Z',
  provider_name: 'Noah Kim',
  former_starts_at: null,
  former_ends_at: null,
  former_provider_name: null,
  resource_name: null,
  former_resource_name: null,
  reason: null,
  warnings: [],
};

test('says the time, the provider and the room, and what was confirmed', () => {
  expect(inWords(booked, 'America/New_York')).toBe('Booked for Nov 23, 2026, 9:00 AM, Noah Kim');
  const moved: AppointmentEvent = {
    ...booked,
    kind: 'moved',
    former_starts_at: '2026-11-23T14:00:00Z',
    former_provider_name: null,
    former_resource_name: 'Room 1',
    resource_name: 'Room 2',
    warnings: ['closed', 'buffer'],
  };
  expect(inWords(moved, 'America/New_York')).toBe(
    'Moved from Nov 23, 2026, 9:00 AM, any provider, Room 1 to Nov 23, 2026, 9:00 AM, Noah Kim, Room 2',
  );
  expect(confirmedInWords(moved)).toBe(
    'Done anyway, in spite of this: the clinic is closed, too little time between',
  );
});
