import { expect, test } from 'vitest';

import type { Session } from '@/api/generated';
import { permissionsOf } from '@/api/usePermissions';
import { placesFor } from '@/app/places';
import { sections } from '@/app/sections';
import { sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';

const labels = (session: Session) => placesFor(permissionsOf(session), session.modules).map(({ label }) => label);

test('who may do everything finds every section, the actions, the settings and the log', () => {
  const everything = sessionWith('loyalty.read', 'appointment.list', 'appointment.create', 'gfe_template.read', 'team.read', 'subscription.read', 'clinic.settings.write', 'audit.read');
  expect(labels(everything)).toEqual(['Add patient', 'New appointment', ...sections.map(({ label }) => label), 'Clinic settings', 'Hours and rooms', 'Waitlist', 'Messages to patients', 'Activity log', 'Sign out']);
});

test('a role finds only what it may use', () => {
  expect(labels(staffSession)).toEqual(['Dashboard', 'Clients', 'Team', 'Pricing Plans', 'Sign out']);
});

test('a module is found once it is on, one without a screen never', () => {
  const everything = sessionWith('clinic.settings.write');
  expect(labels(everything)).not.toContain('Services');
  expect(labels({ ...everything, modules: ['import_clients', 'services', 'photos'] })).toEqual(expect.arrayContaining(['Import Clients', 'Services']));
  expect(labels({ ...everything, modules: ['photos'] })).not.toContain('Photos');
  expect(labels({ ...staffSession, modules: ['import_clients', 'services'] })).toEqual(['Dashboard', 'Clients', 'Team', 'Pricing Plans', 'Services', 'Sign out']);
});

test('each place is found once', () => {
  const addresses = placesFor({ may: () => true, mayLimited: () => true }, ['import_clients', 'services']).map(({ to }) => to);
  expect(new Set(addresses).size).toBe(addresses.length);
});
