import type { FollowUp } from '@/api/generated';

/** A follow-up for tests. */
export const followUp: FollowUp = {
  id: 61,
  patient_id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  phone: '(212) 555-0101',
  appointment_id: 31,
  visited_at: '2026-11-06T15:00:00Z',
  service: 'Botox',
  due_on: '2026-11-20',
  note: null,
  done_at: null,
  done_by: null,
  version: 1,
};
