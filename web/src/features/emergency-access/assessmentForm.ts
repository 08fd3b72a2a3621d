import * as z from 'zod/mini';

import { longestNotes, optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

export const assessmentForm = z
  .object({
    assessment: z
      .enum(['', 'justified', 'not_justified'])
      .check(z.refine((chosen) => chosen !== '', { error: messages.required('Assessment') })),
    note: optionalText(longestNotes),
  })
  .check(
    z.refine(({ assessment, note }) => assessment !== 'not_justified' || note !== '', {
      error: 'Please write why the access was not justified.',
      path: ['note'],
    }),
  );

export type AssessmentForm = z.infer<typeof assessmentForm>;
