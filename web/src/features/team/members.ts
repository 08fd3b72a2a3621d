import type { Credential, Department, MemberStatus, Role, TeamMember } from '@/api/generated';

/** Roles and departments of a clinic (specification, section 9). */
export const roles = [
  'Provider',
  'Medical Director',
  'Nurse',
  'Medical Assistant',
  'Receptionist',
  'Practice Manager',
  'Staff',
] as const satisfies readonly Role[];

export const departments = [
  'Clinical',
  'Administrative',
  'Management',
  'Support',
] as const satisfies readonly Department[];

export const credentials = [
  'MD',
  'DO',
  'NP',
  'PA',
  'RN',
  'Other',
] as const satisfies readonly Credential[];

export const statuses = ['active', 'inactive'] as const satisfies readonly MemberStatus[];

export const statusNames: Record<MemberStatus, string> = { active: 'Active', inactive: 'Inactive' };

/** Whether this role takes appointments by default, as on the server. */
export function usuallyBooked(role: Role): boolean {
  return role === 'Provider' || role === 'Medical Director' || role === 'Nurse';
}

export interface TeamCounts {
  total: number;
  active: number;
  providers: number;
}

export function countTeam(members: readonly Pick<TeamMember, 'role' | 'status'>[]): TeamCounts {
  return {
    total: members.length,
    active: members.filter(({ status }) => status === 'active').length,
    providers: members.filter(({ role }) => role === 'Provider' || role === 'Medical Director')
      .length,
  };
}

/** The roles that may be assigned: only a full `team.write` may make a Practice Manager; a role held already stays a choice. */
export function rolesToGive(inFull: boolean, held?: Role): readonly Role[] {
  return roles.filter((role) => inFull || role !== 'Practice Manager' || role === held);
}

export function fullName({
  first_name,
  last_name,
}: Pick<TeamMember, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`;
}
