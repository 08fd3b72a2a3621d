import { expect, test } from 'vitest';

import { countTeam, roles, rolesToGive } from '@/features/team/members';

test('providers are the roles Provider and Medical Director, whatever their status', () => {
  expect(
    countTeam(roles.map((role, index) => ({ role, status: index < 3 ? 'active' : 'inactive' }))),
  ).toEqual({ total: 7, active: 3, providers: 2 });
  expect(countTeam([{ role: 'Provider', status: 'inactive' }])).toEqual({
    total: 1,
    active: 0,
    providers: 1,
  });
  expect(countTeam([])).toEqual({ total: 0, active: 0, providers: 0 });
});

test('only who may write in full makes Practice Managers, and nobody loses the role by an edit', () => {
  expect(rolesToGive(true)).toEqual(roles);
  expect(rolesToGive(false)).not.toContain('Practice Manager');
  expect(rolesToGive(false)).toHaveLength(6);
  expect(rolesToGive(false, 'Practice Manager')).toContain('Practice Manager');
});
