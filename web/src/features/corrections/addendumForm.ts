import * as z from 'zod/mini';

import type { NewAddendum } from '@/api/generated';
import { missingSignature } from '@/components/signature/strokes';
import { longestNotes, requiredText } from '@/lib/formRules';

export const addendumForm = z.object({
  reason: requiredText('Reason'),
  text: requiredText('Addendum', longestNotes),
  signature: z.string().check(z.minLength(1, missingSignature)),
});

export const blankAddendum: NewAddendum = { reason: '', text: '', signature: '' };

export const addendumFields = ['reason', 'text', 'signature'] as const;

export const voidForm = z.object({
  reason: requiredText('Reason'),
  signature: z.string().check(z.minLength(1, missingSignature)),
});
