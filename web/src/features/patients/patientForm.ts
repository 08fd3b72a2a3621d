import * as z from 'zod/mini';

import type { NewPatient } from '@/api/generated';
import { emailPattern } from '@/lib/email';

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message), z.maxLength(200, 'Use at most 200 characters'));
const blankToNull = z.transform((value: string) => value || null);
const optionalText = z.pipe(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters')), blankToNull);

/** The rules of a new patient; `today` is the clinic's date, 'YYYY-MM-DD'. */
export function patientForm(today: string) {
  return z.object({
    first_name: required('First name is required'),
    last_name: required('Last name is required'),
    birth_date: z.pipe(
      z.string().check(z.refine((date) => date <= today, 'Birth date cannot be in the future'), z.refine((date) => date === '' || date >= '1900-01-01', 'Enter the full year of birth')),
      blankToNull,
    ),
    phone: optionalText,
    email: z.pipe(z.string().check(z.trim(), z.refine((email) => email === '' || emailPattern.test(email), 'Enter a valid email address')), blankToNull),
  });
}

export type PatientForm = z.input<ReturnType<typeof patientForm>>;

/** A compile error where the form's output is not what the call takes. */
type Agrees<Payload extends Required<Omit<NewPatient, 'confirmed'>>> = Payload;
export type PatientPayload = Agrees<z.output<ReturnType<typeof patientForm>>>;

export const blankPatient: PatientForm = { first_name: '', last_name: '', birth_date: '', phone: '', email: '' };
export const patientFields = ['first_name', 'last_name', 'birth_date', 'phone', 'email'] as const;
