import * as z from 'zod/mini';

import type { NewSubscription, Plan } from '@/api/generated';
import { missingSignature } from '@/components/signature/strokes';
import {
  paymentMethods,
  planIds,
  standardTrialDays,
  subscriptionStatuses,
} from '@/features/billing';
import { billingDates, type BillingDates } from '@/features/subscriptions/billingDates';
import { isPlausibleDate } from '@/lib/dates';
import { longestNotes, optionalText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const longestTrial = 365;

const day = (label: string) =>
  z.string().check(
    z.minLength(1, messages.required(label)),
    // The years are the server's.
    z.refine((date) => date === '' || isPlausibleDate(date), 'Enter a date with its full year.'),
  );

/** The number of days in the field, as the server reads it: an empty field means the standard trial. Null when it is no number that a trial can have. */
export function readTrialDays(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '') return standardTrialDays;
  const days = /^\d+$/.test(trimmed) ? Number(trimmed) : Infinity;
  return days <= longestTrial ? days : null;
}

export const subscriptionForm = z
  .object({
    sub_plan: z.pipe(z.string(), z.enum(planIds, 'Choose a plan.')),
    sub_trial_enabled: z.boolean(),
    sub_trial_days: z.string(),
    sub_start_date: day('Start date'),
    sub_payment_method: z.pipe(z.string(), z.enum(paymentMethods, 'Choose a payment method.')),
    sub_terms: z.boolean().check(z.refine((accepted) => accepted, 'Accept the terms first.')),
    sub_sig: z.string().check(z.minLength(1, missingSignature)),
    sub_sig_date: day('Date of the signature'),
    sub_status: z.enum(subscriptionStatuses),
    sub_notes: optionalText(longestNotes),
  })
  .check(
    // The length is hidden without a trial, so it is not checked then.
    z.refine(
      ({ sub_trial_enabled, sub_trial_days }) =>
        !sub_trial_enabled || readTrialDays(sub_trial_days) !== null,
      {
        path: ['sub_trial_days'],
        error: `Enter a whole number from 0 to ${longestTrial}.`,
        // Also while other fields are invalid, so that all errors are shown at once.
        when: () => true,
      },
    ),
  );

export type SubscriptionInput = z.input<typeof subscriptionForm>;
export type SubscriptionForm = z.output<typeof subscriptionForm>;

export const subscriptionFields = [
  'sub_plan',
  'sub_trial_enabled',
  'sub_trial_days',
  'sub_start_date',
  'sub_payment_method',
  'sub_terms',
  'sub_sig',
  'sub_sig_date',
  'sub_status',
  'sub_notes',
] as const satisfies readonly (keyof SubscriptionInput)[];

/** A new subscription as the form first shows one; `today` is the clinic's date. */
export function newSubscription(today: string): SubscriptionInput {
  return {
    sub_plan: '',
    sub_trial_enabled: true,
    sub_trial_days: String(standardTrialDays),
    sub_start_date: today,
    sub_payment_method: '',
    sub_terms: false,
    sub_sig: '',
    sub_sig_date: today,
    sub_status: 'Trialing',
    sub_notes: '',
  };
}

export interface Quote {
  dates: BillingDates | null;
  /** Due today: nothing with a trial, else the price. Null before a plan is chosen. */
  firstCharge: number | null;
  recurring: number | null;
}

/** The amounts and dates that follow from the form; the server calculates them again (specification, section 4). */
export function quote(
  plan: Plan | undefined,
  {
    sub_trial_enabled: trial,
    sub_trial_days,
    sub_start_date,
  }: Pick<SubscriptionInput, 'sub_trial_enabled' | 'sub_trial_days' | 'sub_start_date'>,
): Quote {
  const price = plan?.monthly_price ?? null;
  return {
    dates: billingDates(sub_start_date, trial ? readTrialDays(sub_trial_days) : 0),
    firstCharge: trial && price !== null ? 0 : price,
    recurring: price,
  };
}

/** The request body: without prices and dates, which the server calculates. */
export function toNewSubscription({
  sub_trial_days,
  sub_terms,
  sub_notes,
  ...entered
}: SubscriptionForm): NewSubscription {
  return {
    ...entered,
    ...(entered.sub_trial_enabled && { sub_trial_days: readTrialDays(sub_trial_days) }),
    sub_terms,
    sub_notes: sub_notes || null,
  };
}
