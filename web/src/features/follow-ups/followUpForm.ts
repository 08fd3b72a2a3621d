import * as z from 'zod/mini';

import type { FollowUp } from '@/api/generated';
import { longestText, optionalText } from '@/lib/formRules';

export const followUpForm = z.object({ note: optionalText(longestText), done: z.boolean() });

export type FollowUpForm = z.infer<typeof followUpForm>;

export const followUpFields = ['note', 'done'] as const;

export const fromFollowUp = ({ note, done_at }: FollowUp): FollowUpForm => ({
  note: note ?? '',
  done: done_at !== null,
});

export const toFollowUpChange = ({ note, done }: FollowUpForm) => ({ note: note || null, done });
