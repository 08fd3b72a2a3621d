import type { PatientChange, PatientRecord } from '@/api/generated';
import { recordFields, type RecordForm } from '@/lib/recordForm';

/** The form of a whole record, as a role receives it that may change patients. */
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

/** The fields of `to` that differ from `from`, as the call takes them: an empty text clears its field. */
export function changesBetween(from: RecordForm, to: RecordForm): PatientChange {
  const changed = recordFields.filter((field) => from[field] !== to[field]);
  return Object.fromEntries(changed.map((field) => [field, to[field] === '' ? null : to[field]]));
}
