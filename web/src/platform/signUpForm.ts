import type { Role } from '@/api/generated';
import { emailProblem } from '@/features/auth/emailProblem';
import { passwordProblem } from '@/lib/password';

/** What an owner may be at the clinic; the first of them treats nobody. */
export const ownerRoles = ['Practice Manager', 'Provider', 'Nurse', 'Medical Director'] as const satisfies readonly Role[];

export type OwnerRole = (typeof ownerRoles)[number];

/** Who treats or approves says with which license. */
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

/** The names of fields as the form has them, in its order: where the first problem is, the cursor goes. */
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
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^[^a-z]+/, '').slice(0, 40).replace(/-+$/, '');
}

/** What is plainly missing; the rest the server knows. */
export function problemsOf(form: SignUpForm): Problems {
  const problems: Problems = {};
  for (const field of ['name', 'subdomain', 'time_zone', 'first_name', 'last_name'] as const) {
    if (!form[field].trim()) problems[field] = `${labels[field]} is required`;
  }
  const email = emailProblem(form.email);
  if (email) problems.email = email;
  const password = passwordProblem(form.password);
  if (password) problems.password = password;
  if (treats(form.role) && !form.license_number.trim()) problems.license_number = `${labels.license_number} is required`;
  return problems;
}

/** The server says 'must be …' of a field; a person reads whose. */
export function told(fields: Record<string, string>): Problems {
  return Object.fromEntries(Object.entries(fields).map(([field, words]) => {
    const label = labels[field as keyof typeof labels] as string | undefined;
    return [field, label && /^[a-z]/.test(words) ? `${label} ${words}` : words];
  }));
}

/** This browser's own zone first; all it knows after that. */
export function timeZones(): { own: string; all: string[] } {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = Intl.supportedValuesOf('timeZone');
  return { own, all: known.includes(own) ? known : [own, ...known] };
}
