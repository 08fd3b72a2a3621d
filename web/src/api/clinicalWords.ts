import type { ClinicalAnswer, ClinicalKind } from '@/api/generated';

/** What patients are asked about their health, in the order of the screens. */
export const clinicalKinds: readonly ClinicalKind[] = [
  'allergies',
  'medications',
  'conditions',
  'pregnancy',
];

export const clinicalTitles: Record<ClinicalKind, string> = {
  allergies: 'Allergies',
  medications: 'Medications',
  conditions: 'Conditions',
  pregnancy: 'Pregnancy',
};

export const answerWords: Record<ClinicalAnswer, string> = {
  listed: 'As listed',
  none_known: 'None known',
  pregnant: 'Pregnant',
  breastfeeding: 'Breastfeeding',
  neither: 'Neither pregnant nor breastfeeding',
};
