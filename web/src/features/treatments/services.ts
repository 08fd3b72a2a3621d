import type { ServiceName, TreatmentType } from '@/api/generated';

/** The treatments (specification, section 9). */
export const treatmentTypes = [
  'Botox',
  'PRP/PRF Face',
  'PRP Hair Restoration',
  'EZ Gel Face',
  'EZ Gel Hands',
  'Microneedling',
] as const satisfies readonly TreatmentType[];

export const defaultTreatmentType: TreatmentType = 'Botox';

/** The services that can be booked and earn points: the treatments and two visits without one. */
export const services = [...treatmentTypes, 'Consultation', 'Follow-up'] as const satisfies readonly ServiceName[];

export const defaultService: ServiceName = 'Botox';
