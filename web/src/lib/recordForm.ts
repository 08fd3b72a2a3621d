import * as z from 'zod/mini';

import { optionalEmail, optionalText, requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

/** The rules of a patient's whole record; `today` is the clinic's date, 'YYYY-MM-DD'. */
export function recordForm(today: string) {
  return z.object({
    first_name: requiredText('First name'),
    last_name: requiredText('Last name'),
    preferred_name: optionalText(),
    pronouns: optionalText(),
    birth_date: birthDate(today),
    phone: optionalText(),
    email: optionalEmail(),
    street: optionalText(),
    city: optionalText(),
    state: optionalText(),
    postal_code: optionalText(),
    emergency_name: optionalText(),
    emergency_relation: optionalText(),
    emergency_phone: optionalText(),
    guardian_name: optionalText(),
    guardian_relation: optionalText(),
    referral_source: optionalText(),
    may_email: z.boolean(),
    may_text: z.boolean(),
    may_call: z.boolean(),
    may_market: z.boolean(),
  });
}

/** The rule of a birth date in any form; '' for one that is not known. */
export const birthDate = (today: string) =>
  z.string().check(
    z.refine((date) => date <= today, messages.inFuture('Birth date')),
    z.refine((date) => date === '' || date >= '1900-01-01', messages.yearOfBirth),
  );

export type RecordForm = z.infer<ReturnType<typeof recordForm>>;
export type RecordField = keyof RecordForm;

/** What the fields are called in the form and in the sentences about a change. */
export const recordLabels: Record<RecordField, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  preferred_name: 'Preferred name',
  pronouns: 'Pronouns',
  birth_date: 'Birth date',
  phone: 'Phone',
  email: 'Email',
  street: 'Street',
  city: 'City',
  state: 'State',
  postal_code: 'ZIP code',
  emergency_name: 'Emergency contact',
  emergency_relation: 'Relation',
  emergency_phone: 'Emergency phone',
  guardian_name: 'Guardian',
  guardian_relation: "Guardian's relation",
  referral_source: 'How they heard of us',
  may_email: 'Email about visits',
  may_text: 'Text about visits',
  may_call: 'Call about visits',
  may_market: 'Offers and news',
};

export const recordFields = Object.keys(recordLabels) as RecordField[];

/** The values that identify a person. */
export function identityOf({
  first_name,
  last_name,
  preferred_name,
  birth_date,
  phone,
  email,
}: RecordForm) {
  return { first_name, last_name, preferred_name, birth_date, phone, email };
}
