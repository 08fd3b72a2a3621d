import { takesUnits, type TreatmentInput } from '@/features/patient-record/treatmentForm';

/** More units of Botox than this in one visit is above what labels and studies know of (400 in three months); it may be a slip of the finger. */
const mostUnits = 400;

/** What is asked about before a treatment is saved: it may be left as it is, because these fields are optional. */
export function unusualTreatment({ treatment_type, areas, units, lot }: Pick<TreatmentInput, 'treatment_type' | 'areas' | 'units' | 'lot'>): string[] {
  const counted = takesUnits(treatment_type);
  return [
    ...(counted && Number(units) > mostUnits ? [`${Number(units).toLocaleString('en-US')} units are more than ${mostUnits}.`] : []),
    ...(areas.trim() === '' ? ['No area is entered.'] : []),
    ...(counted && lot.trim() === '' ? ['No lot is entered.'] : []),
  ];
}
