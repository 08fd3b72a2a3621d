import type {
  Addendum,
  Consent,
  ConsentTemplate,
  Exam,
  OpenedConsent,
  Patient,
  PatientRecord,
  Treatment,
  Voided,
} from '@/api/generated';

/** One patient's record, for the tests of these screens. */
export const patient: Patient = {
  id: 7,
  first_name: 'Ingrid',
  last_name: 'Solberg',
  email: 'ingrid@example.com',
  phone: '+15550101234',
  birth_date: '1985-03-14',
  created_at: '2026-01-05T16:00:00Z',
  pronouns: null,
  preferred_name: null,
  archived_at: null,
  version: 1,
};

/** The whole of it, as its page sees it. */
export const record: PatientRecord = {
  ...patient,
  archived: null,
  merged_into: null,
  contact: {
    street: '12 Elm St',
    city: 'Boston',
    state: 'MA',
    postal_code: '02108',
    emergency_name: 'Ole Solberg',
    emergency_relation: 'Husband',
    emergency_phone: '5550100000',
    guardian_name: null,
    guardian_relation: null,
    referral_source: null,
    may_email: true,
    may_text: true,
    may_call: true,
    may_market: false,
    mail_stopped: null,
  },
};

export const exam: Exam = {
  id: 31,
  patient_id: 7,
  vitals: 'BP 118/76',
  ros_constitutional: null,
  ros_heent: null,
  ros_cardio: null,
  ros_resp: null,
  ros_gi: null,
  ros_gu: null,
  ros_msk: null,
  ros_neuro: null,
  ros_skin: null,
  ros_psych: null,
  pe_constitutional: null,
  pe_heent: null,
  pe_cardio: null,
  pe_resp: null,
  pe_gi: null,
  pe_gu: null,
  pe_msk: null,
  pe_neuro: null,
  pe_skin: null,
  pe_psych: null,
  normal: [],
  deferred: [],
  examiner_id: 2,
  examiner_name: 'Dana Reyes',
  created_at: '2026-01-06T18:30:00Z',
  valid_until: '2099-01-05T16:00:00Z',
};

const png = 'data:image/png;base64,iVBORw0KGgo=';

export const pendingTreatment: Treatment = {
  id: 90,
  patient_id: 7,
  treatment_type: 'Botox',
  areas: 'Forehead',
  notes: 'No reaction',
  units: 24,
  lot: 'C7841',
  volumes_ml: null,
  provider_id: 3,
  provider_name: 'Noah Kim',
  provider_signature: png,
  director_signature: null,
  director_name: null,
  approved_at: null,
  may_approve: true,
  approval_refusal: null,
  voided: null,
  addenda: 0,
  adverse_events: 0,
  may_void: true,
  clearance: null,
  protocol: null,
  version: 1,
  // Still Feb 10 at the clinic, in New York.
  created_at: '2026-02-11T04:30:00Z',
};

export const approvedTreatment: Treatment = {
  ...pendingTreatment,
  id: 80,
  treatment_type: 'EZ Gel Hands',
  areas: 'Both hands',
  notes: null,
  units: null,
  lot: null,
  volumes_ml: '2 + 2',
  director_signature: png,
  director_name: 'Dana Reyes',
  approved_at: '2026-01-21T17:00:00Z',
  may_approve: false,
  approval_refusal: null,
  created_at: '2026-01-20T17:00:00Z',
};

export const addendum: Addendum = {
  id: 12,
  reason: 'Left out',
  text: 'Allergic to latex.',
  author_name: 'Noah Kim',
  author_role: 'Provider',
  signature: png,
  created_at: '2026-02-12T17:00:00Z',
};

export const voided: Voided = {
  by: 'Dana Reyes',
  at: '2026-02-13T17:00:00Z',
  reason: 'Wrong patient',
  signature: null,
};

export const template: ConsentTemplate = {
  id: 5,
  name: 'Botox consent',
  body: '<p>I agree.</p>',
  version: 2,
  created_at: '2026-01-01T17:00:00Z',
  updated_at: '2026-01-02T17:00:00Z',
};

export const pendingConsent: Consent = {
  id: 61,
  patient_id: 7,
  template_id: 5,
  template_name: 'Botox consent',
  template_version: 2,
  has_newer_version: false,
  status: 'Pending',
  signed_by_patient: false,
  signed_at: null,
  declined_at: null,
  decline_reason: null,
  withdrawn_at: null,
  withdrawn_by: null,
  withdrawal_reason: null,
  issued_at: '2026-02-10T17:00:00Z',
  expires_at: '2026-03-12T17:00:00Z',
};

export const signedConsent: Consent = {
  ...pendingConsent,
  id: 60,
  template_name: 'Microneedling consent',
  status: 'Signed',
  signed_by_patient: true,
  signed_at: '2026-02-03T04:10:00Z',
};

const byStaff = { channel: null, address: null, ip: null, device: null } as const;
const byLink = { ...byStaff, ip: '203.0.113.9', device: 'Safari on an iPhone' } as const;

export const openedConsent: OpenedConsent = {
  ...signedConsent,
  body: '<h2>Microneedling</h2><p>I agree.</p>',
  patient_name: 'Ingrid Solberg',
  issued_by: { name: 'Dana Reyes', role: 'Medical Director' },
  history: [
    { ...byStaff, kind: 'issued', at: '2026-02-02T17:00:00Z', by: 'Dana Reyes' },
    {
      ...byStaff,
      kind: 'sent',
      at: '2026-02-02T17:01:00Z',
      by: null,
      channel: 'email',
      address: 'i***@example.com',
    },
    { ...byLink, kind: 'opened', at: '2026-02-03T04:05:00Z', by: null },
    { ...byLink, kind: 'opened', at: '2026-02-03T04:06:00Z', by: null },
    { ...byLink, kind: 'signed', at: '2026-02-03T04:10:00Z', by: 'Ingrid Moss' },
  ],
  signature: {
    signed_at: '2026-02-03T04:10:00Z',
    signer_name: 'Ingrid Moss',
    signer_relation: null,
    typed_name: 'ingrid moss',
    picture: png,
    electronic_consent: true,
    copy_sha256: 'ab'.repeat(32),
    notice_version: 1,
    act_version: 1,
    wording: 'The notice.\nBy pressing I sign.',
    ip: '203.0.113.9',
    device: 'Safari on an iPhone',
    user_agent: 'Mozilla/5.0 (iPhone)',
  },
};
