import type { ExamSignature, PatientClearance, ServiceClearance, Session } from '@/api/generated';
import { sessionWith } from '@/testing/plans';

const undecided: ServiceClearance = {
  service_id: null,
  service: 'Microneedling',
  status: 'missing',
  decision: null,
  valid_until: null,
  days_left: null,
  reason: null,
  exam_id: null,
  signed_by: null,
  credential: null,
  signed_at: null,
};

/** Botox cleared by a nurse practitioner. */
export const botox: ServiceClearance = {
  ...undecided,
  service: 'Botox',
  status: 'valid',
  decision: 'cleared',
  valid_until: '2027-11-23',
  days_left: 368,
  exam_id: 31,
  signed_by: 'Claire Donovan',
  credential: 'NP',
  signed_at: '2026-11-23T15:00:00Z',
};

/** A patient about whom nobody has decided, read by somebody who may sign. */
export const uncleared: PatientClearance = {
  on: true,
  uncleared: 'block',
  services: [{ ...undecided, service: 'Botox' }, undecided],
  changed: null,
  waiting: null,
  signing: {
    refusal: null,
    credential: 'MD',
    license_state: 'NY',
    license_expires_on: '2028-06-30',
    allows_video: true,
    valid_months: 12,
  },
};

export const signature: ExamSignature = {
  exam_id: 31,
  signed_by: 'Claire Donovan',
  credential: 'NP',
  license_number: 'NP-20441',
  license_state: 'NY',
  license_expires_on: '2028-06-30',
  mode: 'in_person',
  patient_state: 'CT',
  signature: 'data:image/png;base64,AAAA',
  signed_at: '2026-11-23T15:00:00Z',
  decisions: [
    { service: 'Botox', decision: 'cleared', valid_until: '2027-11-23', reason: null },
    { service: 'Microneedling', decision: 'deferred', valid_until: null, reason: 'Cold sores' },
  ],
};

/** Somebody who may sign, at a clinic that clears service by service. */
export const clearingSession: Session = {
  ...sessionWith('gfe.sign', 'record.read', 'patient.note.read'),
  modules: ['clearance'],
};
