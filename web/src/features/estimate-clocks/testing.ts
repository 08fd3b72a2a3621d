import type { EstimateClock, PatientCoverage } from '@/api/generated';

export const clock: EstimateClock = {
  id: 3,
  patient_id: 7,
  patient_name: 'Amelia Hart',
  appointment_id: 31,
  starts_at: '2026-12-10T15:00:00Z',
  service: 'Botox',
  cause: 'scheduled',
  started_at: '2026-11-24T15:00:00Z',
  started_by: 'Dana Reyes',
  asked_at: null,
  due_on: '2026-11-25',
  closed_at: null,
  ending: null,
  ending_note: null,
  closed_by: null,
  estimate_id: null,
  estimate_version: null,
};

export const coverage: PatientCoverage = {
  coverage: 'unknown',
  version: 0,
  noted_at: null,
  noted_by: null,
  today: '2026-11-25',
  clocks: [],
};
