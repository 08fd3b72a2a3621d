import type { Role } from '@/api/generated';
import { emailProblem, messages, passwordProblem } from '@/lib/validation';

/** The roles an owner may take; the first does not treat patients. */
export const ownerRoles = [
  'Practice Manager',
  'Provider',
  'Nurse',
  'Medical Director',
] as const satisfies readonly Role[];

export type OwnerRole = (typeof ownerRoles)[number];

/** Roles that treat or approve need a license number. */
export const treats = (role: OwnerRole) => role !== 'Practice Manager';

export interface SignUpForm {
  name: string;
  subdomain: string;
  time_zone: string;
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  role: OwnerRole;
  license_number: string;
  sample_data: boolean;
}

export type Problems = Partial<Record<keyof SignUpForm, string>>;

/** The fields in the order of the form: the first one with a problem gets the focus. */
export const labels = {
  name: 'Clinic name',
  subdomain: 'Clinic address',
  time_zone: 'Time zone',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  password: 'Password',
  role: 'Your role',
  license_number: 'License number',
} as const;

/** 'Linden Aesthetics & Spa' -> 'linden-aesthetics-spa': an address to begin with, until one is typed. */
export function addressFor(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
}

/** What can be checked without the server. */
export function problemsOf(form: SignUpForm): Problems {
  const problems: Problems = {};
  for (const field of ['name', 'subdomain', 'time_zone', 'first_name', 'last_name'] as const) {
    if (!form[field].trim()) problems[field] = messages.required(labels[field]);
  }
  const email = emailProblem(form.email);
  if (email) problems.email = email;
  const password = passwordProblem(form.password);
  if (password) problems.password = password;
  if (treats(form.role) && !form.license_number.trim())
    problems.license_number = messages.required(labels.license_number);
  return problems;
}

/** Puts the field's label before the server's 'must be …'. */
export function withLabels(fields: Record<string, string>): Problems {
  return Object.fromEntries(
    Object.entries(fields).map(([field, words]) => {
      const label = labels[field as keyof typeof labels] as string | undefined;
      return [field, label && /^[a-z]/.test(words) ? `${label} ${words}` : words];
    }),
  );
}

/** The browser's own time zone and all that it supports. */
export function timeZones(): { own: string; all: string[] } {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = Intl.supportedValuesOf('timeZone');
  return { own, all: known.includes(own) ? known : [own, ...known] };
}
