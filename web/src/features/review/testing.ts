import type { OpenedExam, ReviewChart, ReviewRow } from '@/api/generated';
import { systems } from '@/features/exams';
import { pendingTreatment } from '@/testing/patientRecord';

const noFindings = Object.fromEntries(
  systems.flatMap(({ key }) => [
    [`ros_${key}`, null],
    [`pe_${key}`, null],
  ]),
);

/** A complete chart in the queue. */
export const grace: ReviewRow = {
  id: 90,
  patient_id: 7,
  patient_name: 'Grace Okonkwo',
  treatment_type: 'Botox',
  areas: 'Forehead',
  units: 24,
  provider_id: 3,
  provider_name: 'Noah Kim',
  created_at: '2026-11-19T15:00:00Z',
  due_at: '2026-11-22T15:00:00Z',
  state: 'Waiting',
  ticks: {
    exam: 'present',
    consent: 'not_needed',
    health: 'present',
    notes: 'present',
    lot: 'present',
    photos: 'not_needed',
    signature: 'present',
  },
  missing: null,
  is_complete: true,
  returned: null,
  may_approve: true,
  approval_refusal: null,
  is_own: false,
  version: 1,
};

/** One that lacks its lot, and is late. */
export const kenji: ReviewRow = {
  ...grace,
  id: 91,
  patient_id: 8,
  patient_name: 'Kenji Nakamura',
  created_at: '2026-11-16T21:00:00Z',
  due_at: '2026-11-19T21:00:00Z',
  ticks: { ...grace.ticks, lot: 'missing' },
  missing: 'No lot',
  is_complete: false,
};

/** The chart of a row, whole. */
export const chartOf = (row: ReviewRow): ReviewChart => ({
  ...row,
  birth_date: '1985-03-14',
  exam: {
    ...noFindings,
    id: 50,
    patient_id: row.patient_id,
    vitals: 'BP: 118/76 mmHg',
    ros_neuro: 'Migraine',
    examiner_id: 3,
    examiner_name: 'Claire Donovan',
    created_at: '2026-11-01T15:00:00Z',
    valid_until: '2027-11-01T15:00:00Z',
    counts: true,
    voided: null,
    addenda: 0,
    may_void: false,
    normal: [],
    deferred: [],
  } as unknown as OpenedExam,
  allergies: { answer: 'none_known', entries: [], asked_at: '2026-11-01T15:00:00Z' },
  pregnancy: { answer: 'neither', entries: [], asked_at: '2026-11-01T15:00:00Z' },
  open_events: [],
  consents: [],
  treatment: { ...pendingTreatment, id: row.id, patient_id: row.patient_id },
  addenda: [],
  returns: row.returned ? [row.returned] : [],
  earlier: [
    {
      id: 60,
      treatment_type: 'Botox',
      areas: 'Glabella',
      units: 44,
      lot: 'C1',
      created_at: '2026-08-24T15:00:00Z',
      approved_at: '2026-08-25T15:00:00Z',
    },
  ],
});
