import { describe, expect, test } from 'vitest';

import type { TeamMember } from '@/api/generated';
import {
  toPrevious,
  fromMember,
  memberForm,
  newMember,
  takesAppointments,
  toNewTeamMember,
  type MemberForm,
} from '@/features/team/memberForm';

const nora = {
  ...newMember('2026-01-10'),
  first_name: 'Nora',
  last_name: 'Vale',
  email: 'nora@example.com',
};
const faults = (form: object) =>
  memberForm.safeParse({ ...nora, ...form }).error?.issues.map(({ message }) => message) ?? [];

test('a new member is active clinical staff, hired today', () => {
  expect(newMember('2026-01-10')).toMatchObject({
    role: 'Staff',
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-10',
  });
});

describe('the form', () => {
  test('is complete with names, an email address and the defaults', () => {
    expect(faults({})).toEqual([]);
  });

  test('reports missing fields', () => {
    expect(faults({ first_name: ' ' })).toEqual(['First name is required']);
    expect(faults({ last_name: '' })).toEqual(['Last name is required']);
    expect(faults({ email: '' })).toContain('Email is required');
    expect(faults({ hire_date: '' })).toEqual(['Hire date is required']);
  });

  test('refuses an address that is none, a role and a department that do not exist', () => {
    expect(faults({ email: 'nora@' })).toEqual(['Enter a valid email address']);
    expect(faults({ role: 'Owner' })).toHaveLength(1);
    expect(faults({ department: 'Sales' })).toHaveLength(1);
    expect(faults({ status: 'retired' })).toHaveLength(1);
  });
});

test('what is left empty is sent as nothing, the rest trimmed', () => {
  expect(
    toNewTeamMember(
      memberForm.parse({ ...nora, first_name: ' Nora ', phone: ' 555-010-1000 ', notes: '  ' }),
    ),
  ).toEqual({
    first_name: 'Nora',
    last_name: 'Vale',
    email: 'nora@example.com',
    phone: '555-010-1000',
    role: 'Staff',
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-10',
    license_number: null,
    specialties: null,
    notes: null,
  });
});

test("an edit begins with the member's values", () => {
  const member: TeamMember = {
    id: 4,
    ...toNewTeamMember(nora),
    role: 'Nurse',
    phone: null,
    credential: null,
    npi: null,
    license_number: 'RN-1',
    license_state: null,
    license_expires_on: null,
    specialties: null,
    notes: null,
    is_owner: false,
    has_signed_in: true,
    has_second_factor: false,
    invitation_cancelled: false,
    awaits_confirmation: false,
    takes_appointments: true,
    version: 1,
    updated_at: '2026-01-05T15:00:00Z',
    updated_by: null,
  };
  expect(fromMember(member)).toEqual({ ...nora, role: 'Nurse', license_number: 'RN-1' });
  // The switch is unchanged until the role changes or it is pressed, and is sent only then.
  expect(takesAppointments(fromMember(member), member)).toBe(true);
  expect(toNewTeamMember(fromMember(member), member)).not.toHaveProperty('takes_appointments');
  const receptionist = { ...fromMember(member), role: 'Receptionist' as const };
  expect(toNewTeamMember(receptionist, member)).toMatchObject({ takes_appointments: false });
  expect(toNewTeamMember({ ...receptionist, takes_appointments: true }, member)).toMatchObject({
    takes_appointments: true,
  });
});

test('a switch that somebody chose stays as it is when the role changes, until it is pressed', () => {
  const member: TeamMember = {
    id: 4,
    ...toNewTeamMember(nora),
    role: 'Provider',
    phone: null,
    credential: null,
    npi: null,
    license_number: 'MD-1',
    license_state: null,
    license_expires_on: null,
    specialties: null,
    notes: null,
    is_owner: false,
    has_signed_in: true,
    has_second_factor: false,
    invitation_cancelled: false,
    awaits_confirmation: false,
    takes_appointments: false,
    version: 1,
    updated_at: '2026-01-05T15:00:00Z',
    updated_by: null,
  };
  const director = { ...fromMember(member), role: 'Medical Director' as const };
  expect(takesAppointments(director, member)).toBe(false);
  expect(toNewTeamMember(director, member)).not.toHaveProperty('takes_appointments');
  expect(toNewTeamMember({ ...director, takes_appointments: true }, member)).toMatchObject({
    takes_appointments: true,
  });
});

test('what takes a change back sets the switch as it was, and leaves it alone where nothing changed it', () => {
  const nurse: TeamMember = {
    id: 4,
    ...toNewTeamMember(nora),
    role: 'Nurse',
    phone: null,
    credential: null,
    npi: null,
    license_number: null,
    license_state: null,
    license_expires_on: null,
    specialties: null,
    notes: null,
    is_owner: false,
    has_signed_in: true,
    has_second_factor: false,
    invitation_cancelled: false,
    awaits_confirmation: false,
    takes_appointments: false,
    version: 1,
    updated_at: '2026-01-05T15:00:00Z',
    updated_by: null,
  };
  const pressed: TeamMember = { ...nurse, takes_appointments: true, version: 2 };
  expect(toPrevious(nurse, pressed)).toMatchObject({ role: 'Nurse', takes_appointments: false });
  expect(toPrevious(pressed, nurse)).toMatchObject({ role: 'Nurse', takes_appointments: true });
  // As staff nobody is booked, so the switch looks unchosen from there; the nurse's was.
  expect(toPrevious(nurse, { ...nurse, role: 'Staff' })).toMatchObject({
    role: 'Nurse',
    takes_appointments: false,
  });
  expect(toPrevious(nurse, { ...nurse, phone: '5550100000' })).not.toHaveProperty(
    'takes_appointments',
  );
  // A role that does not see the switch does not set it.
  expect(
    toPrevious(
      { ...nurse, takes_appointments: null },
      { ...nurse, role: 'Staff', takes_appointments: null },
    ),
  ).not.toHaveProperty('takes_appointments');
});

test("the license's state and expiry are sent when they were changed, and cleared by emptying them", () => {
  expect(faults({ license_state: 'XX' })).toHaveLength(1);
  expect(faults({ license_expires_on: '2027' })).toEqual(['Enter a date such as 11/20/2026']);
  expect(
    toNewTeamMember({ ...nora, license_state: 'CA', license_expires_on: '2027-03-01' }),
  ).toMatchObject({ license_state: 'CA', license_expires_on: '2027-03-01' });
  const member: TeamMember = {
    id: 4,
    ...toNewTeamMember(nora),
    phone: null,
    credential: null,
    npi: null,
    license_number: 'MD-1',
    license_state: 'CA',
    license_expires_on: '2027-03-01',
    specialties: null,
    notes: null,
    is_owner: false,
    has_signed_in: true,
    has_second_factor: false,
    invitation_cancelled: false,
    awaits_confirmation: false,
    takes_appointments: false,
    version: 1,
    updated_at: '2026-01-05T15:00:00Z',
    updated_by: null,
  };
  const form = fromMember(member);
  expect(toNewTeamMember(form, member)).not.toHaveProperty('license_state');
  expect(toNewTeamMember(form, member)).not.toHaveProperty('license_expires_on');
  expect(
    toNewTeamMember({ ...form, license_state: '', license_expires_on: '' }, member),
  ).toMatchObject({ license_state: null, license_expires_on: null });
});

test('who treats takes appointments unless the switch says otherwise', () => {
  const shown = (role: MemberForm['role'], takes_appointments: boolean | null = null) =>
    takesAppointments({ role, takes_appointments });
  expect(
    ['Provider', 'Medical Director', 'Nurse'].map((role) => shown(role as MemberForm['role'])),
  ).toEqual([true, true, true]);
  expect([shown('Receptionist'), shown('Receptionist', true), shown('Nurse', false)]).toEqual([
    false,
    true,
    false,
  ]);
});
