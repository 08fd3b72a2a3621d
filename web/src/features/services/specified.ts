/** The treatments (specification, section 9). */
export const specifiedTreatments: readonly string[] = [
  'Botox',
  'PRP/PRF Face',
  'PRP Hair Restoration',
  'EZ Gel Face',
  'EZ Gel Hands',
  'Microneedling',
];

/** The services that can be booked and earn points: the treatments and two visits without one. */
export const specifiedServices: readonly string[] = [
  ...specifiedTreatments,
  'Consultation',
  'Follow-up',
];

/** What a form starts with (specification, section 5). */
export const defaultService = 'Botox';
