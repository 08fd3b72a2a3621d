import * as z from 'zod/mini';

import type { NewTreatment, Treatment } from '@/api/generated';
import { missingSignature } from '@/components/signature/strokes';
import { defaultService } from '@/features/services';
import { longestNotes, optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

/** Only Botox is counted in units and has a lot. */
export const takesUnits = (type: string) => type === 'Botox';

/** Only the gels have volumes. */
export const takesVolumes = (type: string) => type.startsWith('EZ Gel');

const unitsPattern = /^(\d{1,6}(\.\d{1,2})?)?$/;

export const treatmentForm = z
  .object({
    treatment_type: z.string(),
    areas: optionalText(),
    units: z.string().check(z.trim()),
    lot: optionalText(),
    volumes_ml: optionalText(),
    notes: optionalText(longestNotes),
    /** The answer to 'Anything changed since the exam?'; '' until it is asked, and where the clinic does not ask. */
    changed_since_exam: z.enum(['', 'no', 'yes']),
    provider_signature: z.string().check(z.minLength(1, missingSignature)),
  })
  .check(
    // Only while the field is shown: a hidden one cannot be corrected.
    z.refine(
      ({ treatment_type, units }) => !takesUnits(treatment_type) || unitsPattern.test(units),
      {
        path: ['units'],
        error: messages.units,
      },
    ),
  );

export type TreatmentInput = z.infer<typeof treatmentForm>;

export const blankTreatment: TreatmentInput = {
  treatment_type: defaultService,
  areas: '',
  units: '',
  lot: '',
  volumes_ml: '',
  notes: '',
  changed_since_exam: '',
  provider_signature: '',
};

/** What a new treatment takes over from an earlier one. A signature, a lot and an answer belong to one treatment alone. */
export type Copied = Omit<TreatmentInput, 'lot' | 'changed_since_exam' | 'provider_signature'>;

export function copyOf({ treatment_type, areas, units, volumes_ml, notes }: Treatment): Copied {
  return {
    treatment_type,
    areas: areas ?? '',
    units: units === null ? '' : String(units),
    volumes_ml: volumes_ml ?? '',
    notes: notes ?? '',
  };
}

/** The request body: only the fields of this type, whatever was typed before the type was changed, and the answer where it was asked for. */
export function toNewTreatment(patientId: number, form: TreatmentInput): NewTreatment {
  const { treatment_type, provider_signature } = form;
  return {
    patient_id: patientId,
    treatment_type,
    areas: form.areas || null,
    notes: form.notes || null,
    ...(takesUnits(treatment_type) && {
      units: form.units ? Number(form.units) : null,
      lot: form.lot || null,
    }),
    ...(takesVolumes(treatment_type) && { volumes_ml: form.volumes_ml || null }),
    ...(form.changed_since_exam !== '' && {
      changed_since_exam: form.changed_since_exam === 'yes',
    }),
    provider_signature,
  };
}
