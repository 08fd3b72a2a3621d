import * as z from 'zod/mini';

import type { NewExamSignature, PatientClearance } from '@/api/generated';
import { states } from '@/api/states';
import { missingSignature } from '@/components/signature/strokes';
import { optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const decision = z
  .object({
    service: z.string(),
    /** '' while nothing is decided. */
    decision: z.enum(['', 'cleared', 'not_a_candidate', 'deferred']),
    /** '' for as long as the clinic's settings allow. */
    valid_until: z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/, messages.date)),
    reason: optionalText(),
  })
  .check(
    z.refine(
      ({ decision: decided, reason }) => decided === '' || decided === 'cleared' || reason !== '',
      { path: ['reason'], error: messages.required('Why not') },
    ),
  );

export const signForm = z
  .object({
    mode: z.enum(['in_person', 'video']),
    patient_state: z
      .enum(['', ...states])
      .check(z.refine((state) => state !== '', messages.required('State of the patient'))),
    decisions: z.array(decision),
    signature: z.string().check(z.minLength(1, missingSignature)),
  })
  .check(
    z.refine(({ decisions }) => decisions.some(({ decision: decided }) => decided !== ''), {
      path: ['decisions'],
      error: 'Decide about at least one service.',
    }),
  );

export type SignForm = z.infer<typeof signForm>;

/** The form as it is first shown: nothing decided, in the state of the signer's license. */
export function blankSignature({ services, signing }: PatientClearance): SignForm {
  return {
    mode: 'in_person',
    patient_state: signing.license_state ?? '',
    decisions: services.map(({ service }) => ({
      service,
      decision: '',
      valid_until: '',
      reason: '',
    })),
    signature: '',
  };
}

/** The request body: the services about which something was decided. */
export function toNewExamSignature({
  mode,
  patient_state,
  decisions,
  signature,
}: SignForm): NewExamSignature {
  return {
    mode,
    patient_state: patient_state as NewExamSignature['patient_state'],
    signature,
    decisions: decisions.flatMap(({ service, decision: decided, valid_until, reason }) =>
      decided === ''
        ? []
        : [
            {
              service,
              decision: decided,
              ...(decided === 'cleared' && valid_until !== '' && { valid_until }),
              ...(reason !== '' && { reason }),
            },
          ],
    ),
  };
}
