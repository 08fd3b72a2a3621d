import * as z from 'zod/mini';

import { hundredths, isSessionCount, isUsed } from '@/features/estimates/estimateTotals';
import { customSessions } from '@/features/estimates/priceList';
import { longestNotes, optionalText, requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const day = (label: string) =>
  z.string().check(
    z.minLength(1, messages.required(label)),
    z.refine((date) => date === '' || /^(19|20|21)\d\d-\d\d-\d\d$/.test(date), messages.date),
  );

// The numbers of an unused area are hidden and cannot be corrected, so they are not checked.
const area = z
  .object({
    service: z.string(),
    unit_cost: z.string(),
    qty: z.string(),
    sessions: z.string(),
    sessions_custom: z.string(),
  })
  .check(
    z.refine((line) => !isUsed(line) || hundredths(line.unit_cost) !== undefined, {
      path: ['unit_cost'],
      error: messages.amount,
    }),
    z.refine((line) => !isUsed(line) || hundredths(line.qty) !== undefined, {
      path: ['qty'],
      error: messages.quantity,
    }),
    z.refine(
      (line) =>
        !isUsed(line) || line.sessions !== customSessions || isSessionCount(line.sessions_custom),
      {
        path: ['sessions_custom'],
        error: messages.sessions,
      },
    ),
  );

/** An estimate as it is typed; `today` is the clinic's date. */
export const estimateForm = (today: string) =>
  z.object({
    pt_name: requiredText('Patient name'),
    pt_dob: day('Date of birth').check(
      z.refine((date) => date <= today, messages.inFuture('Date of birth')),
    ),
    prov_name: requiredText('Provider'),
    est_date: day('Date of estimate'),
    face: area,
    hair: area,
    hands: area,
    neck: area,
    other: area,
    expected_duration: optionalText(),
    notes: optionalText(longestNotes),
    pt_sig: z.string(),
    pt_sig_date: day('Date of the patient’s signature'),
    prov_sig: z.string(),
    prov_sig_date: day('Date of the provider’s signature'),
  });

export type EstimateForm = z.infer<ReturnType<typeof estimateForm>>;
