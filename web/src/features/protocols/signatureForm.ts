import * as z from 'zod/mini';

import { missingSignature } from '@/components/signature/strokes';
import { requiredText } from '@/lib/formRules';

/** A drawn signature: '' until there is one. */
export const signatureForm = z.object({
  signature: z.string().check(z.minLength(1, missingSignature)),
});

export type SignatureForm = z.infer<typeof signatureForm>;

/** Why something is done. */
export const reasonForm = z.object({ reason: requiredText('Reason') });

export type ReasonForm = z.infer<typeof reasonForm>;
