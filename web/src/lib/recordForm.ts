import * as z from 'zod/mini';

import type { PatientChange, PatientRecord } from '@/api/generated';
import { optionalEmail, optionalText, requiredText } from '@/lib/formRules';

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
  z.string().check(z.refine((date) => date <= today, 'Birth date cannot be in the future'), z.refine((date) => date === '' || date >= '1900-01-01', 'Enter the full year of birth'));

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
  guardian_relation: 'Guardian\'s relation',
  referral_source: 'How they heard of us',
  may_email: 'Email about visits',
  may_text: 'Text about visits',
  may_call: 'Call about visits',
  may_market: 'Offers and news',
};

export const recordFields = Object.keys(recordLabels) as RecordField[];

/** The form of a record that is seen whole; a role that may change a patient sees it so. */
export function fromRecord({ contact, ...patient }: PatientRecord): RecordForm {
  const text = (value: string | null | undefined) => value ?? '';
  return {
    first_name: patient.first_name,
    last_name: patient.last_name,
    preferred_name: text(patient.preferred_name),
    pronouns: text(patient.pronouns),
    birth_date: text(patient.birth_date),
    phone: text(patient.phone),
    email: text(patient.email),
    street: text(contact?.street),
    city: text(contact?.city),
    state: text(contact?.state),
    postal_code: text(contact?.postal_code),
    emergency_name: text(contact?.emergency_name),
    emergency_relation: text(contact?.emergency_relation),
    emergency_phone: text(contact?.emergency_phone),
    guardian_name: text(contact?.guardian_name),
    guardian_relation: text(contact?.guardian_relation),
    referral_source: text(contact?.referral_source),
    may_email: contact?.may_email ?? true,
    may_text: contact?.may_text ?? true,
    may_call: contact?.may_call ?? true,
    may_market: contact?.may_market ?? false,
  };
}

/** What tells one person from another. */
export function identityOf({ first_name, last_name, preferred_name, birth_date, phone, email }: RecordForm) {
  return { first_name, last_name, preferred_name, birth_date, phone, email };
}

/** The fields of `to` that differ from `from`, as the call takes them: an empty text clears its field. */
export function changesBetween(from: RecordForm, to: RecordForm): PatientChange {
  const changed = recordFields.filter((field) => from[field] !== to[field]);
  return Object.fromEntries(changed.map((field) => [field, to[field] === '' ? null : to[field]]));
}
