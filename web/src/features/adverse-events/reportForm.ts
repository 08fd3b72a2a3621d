import * as z from 'zod/mini';

import type { AdverseEventKind, NewAdverseEvent, Severity } from '@/api/generated';
import { isPlausibleDate } from '@/lib/dates';
import { longestNotes, requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

/** The form of a report. `today` is the clinic's date: no event has begun later. */
export const reportForm = (today: string) =>
  z.object({
    treatment_id: z.string(),
    began_on: z.string().check(
      z.refine(isPlausibleDate, messages.date),
      z.refine((day) => day <= today, 'Enter today, or an earlier day'),
    ),
    kind: z.string().check(z.minLength(1, messages.required('Kind'))),
    severity: z.string().check(z.minLength(1, messages.required('Severity'))),
    details: requiredText('What happened', longestNotes),
    action: requiredText('Action taken', longestNotes),
    follow_up_on: nextDay(today),
  });

/** The day of the next follow-up, which may be left open. */
export const nextDay = (today: string) =>
  z
    .string()
    .check(
      z.refine(
        (day) => day === '' || (isPlausibleDate(day) && day >= today),
        'Enter today, or a later day',
      ),
    );

export type ReportForm = z.infer<ReturnType<typeof reportForm>>;

export const reportFields = [
  'treatment_id',
  'began_on',
  'kind',
  'severity',
  'details',
  'action',
  'follow_up_on',
] as const;

export const blankReport = (today: string, treatment: number | undefined): ReportForm => ({
  treatment_id: treatment === undefined ? '' : String(treatment),
  began_on: today,
  kind: '',
  severity: '',
  details: '',
  action: '',
  follow_up_on: '',
});

export const toReport = (
  patient: number,
  { treatment_id, kind, severity, follow_up_on, ...typed }: ReportForm,
): NewAdverseEvent => ({
  patient_id: patient,
  treatment_id: treatment_id === '' ? null : Number(treatment_id),
  kind: kind as AdverseEventKind,
  severity: severity as Severity,
  follow_up_on: follow_up_on || null,
  ...typed,
});
