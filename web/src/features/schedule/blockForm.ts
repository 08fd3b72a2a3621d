import * as z from 'zod/mini';

import { requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const dateAndTime = (label: string) =>
  z
    .string()
    .check(
      z.regex(
        /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
        `${label}: enter a date such as 11/20/2026 and a time`,
      ),
    );

/** The scope of the kept time: 'all' is the whole clinic, 'member 7' one of the team, 'resource 3' a room or a device. */
export const blockForm = z
  .object({
    of: z.string(),
    starts_at: dateAndTime('From'),
    ends_at: dateAndTime('To'),
    reason: requiredText('Reason'),
  })
  .check(
    z.refine(({ starts_at, ends_at }) => ends_at > starts_at, {
      error: messages.afterBeginning,
      path: ['ends_at'],
    }),
  );

export type BlockForm = z.infer<typeof blockForm>;

export const blockLabels: Record<keyof BlockForm, string> = {
  of: 'Whose time',
  starts_at: 'From',
  ends_at: 'To',
  reason: 'Reason',
};
