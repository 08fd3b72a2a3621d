import { takesUnits, type TreatmentInput } from '@/features/treatments/treatmentForm';

/** More units of Botox in one visit than labels and studies have (400 in three months) may be a typing error. */
const mostUnits = 400;

/** What is unusual about a treatment but may be saved after a confirmation. */
export function treatmentWarnings({
  treatment_type,
  areas,
  units,
  lot,
}: Pick<TreatmentInput, 'treatment_type' | 'areas' | 'units' | 'lot'>): string[] {
  const counted = takesUnits(treatment_type);
  return [
    ...(counted && Number(units) > mostUnits
      ? [`${Number(units).toLocaleString('en-US')} units are more than ${mostUnits}.`]
      : []),
    ...(areas.trim() === '' ? ['No area is entered.'] : []),
    ...(counted && lot.trim() === '' ? ['No lot is entered.'] : []),
  ];
}
