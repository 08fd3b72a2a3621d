/** What a clinic treats and books (specification, section 9). */
export const treatmentTypes = [
  'Botox',
  'PRP/PRF Face',
  'PRP Hair Restoration',
  'EZ Gel Face',
  'EZ Gel Hands',
  'Microneedling',
] as const;

export type TreatmentName = (typeof treatmentTypes)[number];

export const defaultTreatmentType: TreatmentName = 'Botox';

/** What can be booked and earns points: the treatments, and two visits without one. */
export const services = [...treatmentTypes, 'Consultation', 'Follow-up'] as const;

export type ServiceName = (typeof services)[number];

export const defaultService: ServiceName = 'Botox';
