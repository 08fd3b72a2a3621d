import * as z from 'zod/mini';

import type { NewServiceMessages, ServiceMessages } from '@/api/generated';
import { optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

/** The server's limits. */
export const limits = {
  aftercare: 4_000,
  recall_weeks: [1, 104],
  follow_up_days: [1, 365],
} as const;

const whole = ([least, most]: readonly [number, number]) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) =>
        text === '' || (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most),
      messages.wholeNumber(least, most),
    ),
  );

export const serviceMessagesForm = z.object({
  reminder: z.boolean(),
  aftercare: optionalText(limits.aftercare),
  recall_weeks: whole(limits.recall_weeks),
  follow_up_days: whole(limits.follow_up_days),
  no_follow_up: z.boolean(),
});

export type ServiceMessagesForm = z.infer<typeof serviceMessagesForm>;

export const serviceMessagesLabels: Record<keyof ServiceMessagesForm, string> = {
  reminder: 'Remind of visits with this service',
  aftercare: 'Text after the visit',
  recall_weeks: 'Weeks until it is time for the next visit',
  follow_up_days: 'Days until somebody follows up',
  no_follow_up: 'Never followed up',
};

export const serviceMessagesFields = Object.keys(
  serviceMessagesLabels,
) as (keyof ServiceMessagesForm)[];

const text = (value: number | null) => (value === null ? '' : String(value));
const number = (typed: string) => (typed === '' ? null : Number(typed));

export const fromServiceMessages = (found: ServiceMessages): ServiceMessagesForm => ({
  reminder: found.reminder,
  aftercare: found.aftercare ?? '',
  recall_weeks: text(found.recall_weeks),
  follow_up_days: text(found.follow_up_days),
  no_follow_up: found.no_follow_up,
});

export const toServiceMessages = (form: ServiceMessagesForm): NewServiceMessages => ({
  reminder: form.reminder,
  aftercare: form.aftercare || null,
  recall_weeks: number(form.recall_weeks),
  follow_up_days: form.no_follow_up ? null : number(form.follow_up_days),
  no_follow_up: form.no_follow_up,
});
