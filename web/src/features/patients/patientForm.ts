import * as z from 'zod/mini';

import type { NewPatient } from '@/api/generated';
import { optionalEmail, optionalText, requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

const blankToNull = z.transform((value: string) => value || null);

/** The rules of a new patient; `today` is the clinic's date, 'YYYY-MM-DD'. */
export function patientForm(today: string) {
  return z.object({
    first_name: requiredText('First name'),
    last_name: requiredText('Last name'),
    birth_date: z.pipe(
      z.string().check(
        z.refine((date) => date <= today, messages.inFuture('Birth date')),
        z.refine((date) => date === '' || date >= '1900-01-01', messages.yearOfBirth),
      ),
      blankToNull,
    ),
    phone: z.pipe(optionalText(), blankToNull),
    email: z.pipe(optionalEmail(), blankToNull),
  });
}

export type PatientForm = z.input<ReturnType<typeof patientForm>>;

/** A compile error where the form's output is not what the call takes. */
type AssertAssignable<Payload extends Required<Omit<NewPatient, 'confirmed'>>> = Payload;
export type PatientPayload = AssertAssignable<z.output<ReturnType<typeof patientForm>>>;

export const blankPatient: PatientForm = {
  first_name: '',
  last_name: '',
  birth_date: '',
  phone: '',
  email: '',
};
export const patientFields = ['first_name', 'last_name', 'birth_date', 'phone', 'email'] as const;
