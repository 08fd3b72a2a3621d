import * as z from 'zod/mini';

import type { NewTeamMember, TeamMember } from '@/api/generated';
import { stateNames, states } from '@/api/states';
import {
  credentials,
  departments,
  roles,
  statuses,
  statusNames,
  usuallyBooked,
} from '@/features/team/members';
import { formatDate } from '@/lib/dates';
import { longestNotes, optionalText, requiredEmail, requiredText } from '@/lib/formRules';
import { messages } from '@/lib/validation';

export const memberForm = z.object({
  first_name: requiredText('First name'),
  last_name: requiredText('Last name'),
  email: requiredEmail('Email'),
  phone: optionalText(),
  role: z.enum(roles),
  department: z.enum(departments),
  status: z.enum(statuses),
  hire_date: z
    .string()
    .check(
      z.minLength(1, messages.required('Hire date')),
      z.regex(/^(\d{4}-\d{2}-\d{2})?$/, messages.date),
    ),
  credential: z.enum(['', ...credentials]),
  npi: z.string().check(z.trim(), z.regex(/^(\d{10})?$/, messages.npi)),
  license_number: optionalText(),
  license_state: z.enum(['', ...states]),
  license_expires_on: z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/, messages.date)),
  specialties: optionalText(longestNotes),
  notes: optionalText(longestNotes),
  /** Null until the switch is pressed; until then it follows the role, or what was saved. */
  takes_appointments: z.nullable(z.boolean()),
});

export type MemberForm = z.infer<typeof memberForm>;

export const memberFields = Object.keys(memberForm.shape) as (keyof MemberForm)[];

export const memberLabels: Record<keyof MemberForm, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  role: 'Role',
  department: 'Department',
  status: 'Status',
  hire_date: 'Hire date',
  credential: 'Credential',
  npi: 'NPI',
  license_number: 'License number',
  license_state: 'License state',
  license_expires_on: 'License expiry',
  specialties: 'Specialties',
  notes: 'Notes',
  takes_appointments: 'Takes appointments',
};

/** The value of a field that the form has as a code or a date. */
export function memberInWords(field: string, value: unknown): string | undefined {
  if (field === 'takes_appointments' && value === null) return 'As usual for the role';
  if (typeof value !== 'string' || value === '') return undefined;
  if (field === 'status') return statusNames[value as MemberForm['status']];
  if (field === 'license_state') return stateNames[value as keyof typeof stateNames];
  return field === 'hire_date' || field === 'license_expires_on' ? formatDate(value) : undefined;
}

/** A new member as the form first shows one; `today` is the clinic's date. */
export function newMember(today: string): MemberForm {
  return {
    first_name: '',
    last_name: '',
    email: '',
    phone: '',
    role: 'Staff',
    department: 'Clinical',
    status: 'active',
    hire_date: today,
    credential: '',
    npi: '',
    license_number: '',
    license_state: '',
    license_expires_on: '',
    specialties: '',
    notes: '',
    takes_appointments: null,
  };
}

export function fromMember(member: TeamMember): MemberForm {
  return {
    first_name: member.first_name,
    last_name: member.last_name,
    email: member.email ?? '',
    phone: member.phone ?? '',
    role: member.role,
    department: member.department,
    status: member.status,
    hire_date: member.hire_date ?? '',
    credential: member.credential ?? '',
    npi: member.npi ?? '',
    license_number: member.license_number ?? '',
    license_state: member.license_state ?? '',
    license_expires_on: member.license_expires_on ?? '',
    specialties: member.specialties ?? '',
    notes: member.notes ?? '',
    takes_appointments: null,
  };
}

/** Whether somebody set the member's switch against the usual for their role: then it does not follow a change of the role. */
function isChosen(member: TeamMember): boolean {
  return (
    member.takes_appointments !== null && member.takes_appointments !== usuallyBooked(member.role)
  );
}

/** The switch's position: as pressed, else as saved, else as usual for the role. */
export function takesAppointments(
  { takes_appointments, role }: Pick<MemberForm, 'takes_appointments' | 'role'>,
  member?: TeamMember,
): boolean {
  const before =
    member && (member.role === role || isChosen(member)) ? member.takes_appointments : undefined;
  return takes_appointments ?? before ?? usuallyBooked(role);
}

/** The request body: all fields of the specification, empty ones as null so that an edit can clear them. Of the others, those that were changed. */
export function toNewTeamMember(
  {
    phone,
    credential,
    npi,
    license_number,
    license_state,
    license_expires_on,
    specialties,
    notes,
    takes_appointments,
    ...others
  }: MemberForm,
  member?: TeamMember,
): NewTeamMember {
  const isAsBefore =
    takes_appointments === null && (!member || member.role === others.role || isChosen(member));
  return {
    ...others,
    phone: phone || null,
    license_number: license_number || null,
    specialties: specialties || null,
    notes: notes || null,
    ...(credential !== (member?.credential ?? '') && { credential: credential || null }),
    ...(npi !== (member?.npi ?? '') && { npi: npi || null }),
    ...(license_state !== (member?.license_state ?? '') && {
      license_state: license_state || null,
    }),
    ...(license_expires_on !== (member?.license_expires_on ?? '') && {
      license_expires_on: license_expires_on || null,
    }),
    ...(!isAsBefore && {
      takes_appointments: takesAppointments({ takes_appointments, role: others.role }, member),
    }),
  };
}

/** The request body that takes a change back. The switch is set as it was: from where it is now the form would let it follow the role. */
export function toPrevious(seen: TeamMember, changed: TeamMember): NewTeamMember {
  const body = toNewTeamMember(fromMember(seen), changed);
  delete body.takes_appointments;
  const isMoved =
    seen.takes_appointments !== changed.takes_appointments || seen.role !== changed.role;
  return isMoved && seen.takes_appointments !== null
    ? { ...body, takes_appointments: seen.takes_appointments }
    : body;
}
