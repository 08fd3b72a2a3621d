import { expect, test } from 'vitest';

import { permissionsOf } from '@/api/usePermissions';
import { placesFor } from '@/app/places';
import { sections } from '@/app/sections';
import { sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';

const labels = (session: Parameters<typeof permissionsOf>[0]) => placesFor(permissionsOf(session)).map(({ label }) => label);

test('who may do everything finds every section, the actions, the settings and the log', () => {
  const everything = sessionWith('loyalty.read', 'appointment.list', 'appointment.create', 'gfe_template.read', 'team.read', 'subscription.read', 'clinic.settings.write', 'audit.read');
  expect(labels(everything)).toEqual(['Add patient', 'New appointment', ...sections.map(({ label }) => label), 'Clinic settings', 'Activity log', 'Sign out']);
});

test('a role finds only what it may use', () => {
  expect(labels(staffSession)).toEqual(['Dashboard', 'Clients', 'Team', 'Pricing Plans', 'Sign out']);
});

test('each place is found once', () => {
  const addresses = placesFor({ may: () => true, mayLimited: () => true }).map(({ to }) => to);
  expect(new Set(addresses).size).toBe(addresses.length);
});
