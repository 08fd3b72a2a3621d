import type { Patient, Session } from '@/api/generated';
import type { Permission } from '@/api/permissions';

/** Records for tests, to be spread: { ...amelia, email: null }. */
export const amelia: Patient = {
  id: 101,
  first_name: 'Amelia',
  last_name: 'Hart',
  email: 'amelia.hart@example.com',
  phone: '5550101000',
  birth_date: '1980-01-10',
  created_at: '2026-01-05T15:00:00Z',
  pronouns: null,
  preferred_name: null,
  archived_at: null,
  version: 1,
};

/** Some of an owner's permissions; `sessionWith` in plans.ts adds more. */
const ownPermissions: Permission[] = [
  'patient.list',
  'patient.create',
  'patient.read',
  'consent_template.read',
  'consent_template.write',
  'consent_template.delete',
  'consent.list',
  'consent.read',
  'consent.issue',
  'consent.revoke',
  'treatment.list',
  'treatment.create',
  'treatment.approve',
  'gfe.read',
  'gfe.create',
  'team.read',
  'team.write',
  'team.delete',
  'team.confirm',
  'clinic.settings.read',
  'session.own',
];

export const ownerSession: Session = {
  member: {
    id: 1,
    first_name: 'Elena',
    last_name: 'Moreau',
    email: 'elena@example.com',
    role: 'Medical Director',
    is_owner: true,
    awaits_confirmation: false,
  },
  clinic: { name: 'Linden Aesthetics', subdomain: 'linden', time_zone: 'America/New_York' },
  permissions: ownPermissions,
  limited_permissions: [],
  idle_minutes: 15,
  expires_at: '2099-01-01T00:00:00Z',
  proved_until: '2099-01-01T00:00:00Z',
  second_factor: 'off',
  recovery_codes_left: 0,
  support: null,
  modules: [],
};

const staffPermissions: Permission[] = ['clinic.settings.read', 'session.own'];
const limitedStaffPermissions: Permission[] = ['patient.list', 'patient.read', 'team.read'];

export const staffSession: Session = {
  ...ownerSession,
  member: {
    id: 7,
    first_name: 'Sam',
    last_name: 'Okafor',
    email: 'sam@example.com',
    role: 'Staff',
    is_owner: false,
    awaits_confirmation: false,
  },
  permissions: staffPermissions,
  limited_permissions: limitedStaffPermissions,
  proved_until: null,
};
