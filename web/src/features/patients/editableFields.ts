import type { PatientRecord } from '@/api/generated';
import { formatPhone } from '@/lib/phone';
import type { RecordField } from '@/lib/recordForm';

/** A field of the record's header, or several that are shown as one, in the order of Tab. */
export interface EditableField {
  key: string;
  /** What is edited: 'Edit birth date'. */
  label: string;
  fields: readonly Exclude<RecordField, `may_${string}`>[];
  /** As it is read; undefined while it is empty. */
  read: (patient: PatientRecord) => string | undefined;
}

const joined = (parts: readonly (string | null | undefined)[], between = ', ') =>
  parts.filter(Boolean).join(between) || undefined;

export const editableFields = {
  name: {
    key: 'name',
    label: 'name',
    fields: ['first_name', 'last_name'],
    read: ({ first_name, last_name }) => `${first_name} ${last_name}`,
  },
  preferred_name: {
    key: 'preferred_name',
    label: 'preferred name',
    fields: ['preferred_name'],
    read: ({ preferred_name }) => preferred_name ?? undefined,
  },
  pronouns: {
    key: 'pronouns',
    label: 'pronouns',
    fields: ['pronouns'],
    read: ({ pronouns }) => pronouns ?? undefined,
  },
  birth_date: {
    key: 'birth_date',
    label: 'birth date',
    fields: ['birth_date'],
    read: ({ birth_date }) => birth_date ?? undefined,
  },
  phone: {
    key: 'phone',
    label: 'phone',
    fields: ['phone'],
    read: ({ phone }) => phone ?? undefined,
  },
  email: {
    key: 'email',
    label: 'email',
    fields: ['email'],
    read: ({ email }) => email ?? undefined,
  },
  address: {
    key: 'address',
    label: 'address',
    fields: ['street', 'city', 'state', 'postal_code'],
    read: ({ contact }) =>
      joined([contact?.street, contact?.city, joined([contact?.state, contact?.postal_code], ' ')]),
  },
  emergency: {
    key: 'emergency',
    label: 'emergency contact',
    fields: ['emergency_name', 'emergency_relation', 'emergency_phone'],
    read: ({ contact }) =>
      joined([
        contact?.emergency_name,
        contact?.emergency_relation,
        contact?.emergency_phone && formatPhone(contact.emergency_phone),
      ]),
  },
  guardian: {
    key: 'guardian',
    label: 'guardian',
    fields: ['guardian_name', 'guardian_relation'],
    read: ({ contact }) => joined([contact?.guardian_name, contact?.guardian_relation]),
  },
  referral: {
    key: 'referral',
    label: 'how they heard of us',
    fields: ['referral_source'],
    read: ({ contact }) => contact?.referral_source ?? undefined,
  },
} satisfies Record<string, EditableField>;

export type EditableKey = keyof typeof editableFields;

/** In the header's line; the others are below it. */
export const inLine: readonly EditableKey[] = [
  'name',
  'preferred_name',
  'pronouns',
  'birth_date',
  'phone',
  'email',
];
export const below: readonly EditableKey[] = [
  'preferred_name',
  'pronouns',
  'address',
  'emergency',
  'guardian',
  'referral',
];
