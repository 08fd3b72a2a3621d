import { readFileSync } from 'node:fs';

import { http, HttpResponse } from 'msw';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';

import { type Session } from '@/api/generated';
import { store } from '@/api/store';
import { permissionsOf } from '@/api/usePermissions';
import { placesFor } from '@/app/places';
import { routes } from '@/app/routes';
import { moduleSections, sections } from '@/app/sections';
import { generatedApi } from '@/testing/generatedApi';
import { sessionWith } from '@/testing/plans';
import { ownerSession, staffSession } from '@/testing/records';
import { server } from '@/testing/server';

const modulesWithScreens: Session['modules'] = moduleSections.flatMap((section) =>
  'to' in section && section.to ? [section.module] : [],
);
const labels = (session: Session) =>
  placesFor(permissionsOf(session), session.modules).map(({ label }) => label);

test('who may do everything finds every section, the actions, the settings and the log', () => {
  const everything = sessionWith(
    'loyalty.read',
    'appointment.list',
    'appointment.create',
    'gfe_template.read',
    'team.read',
    'subscription.read',
    'clinic.settings.read',
    'clinic.settings.write',
    'follow_up.list',
    'patient.merge',
    'audit.read',
  );
  expect(labels(everything)).toEqual([
    'Add patient',
    'New appointment',
    ...sections.map(({ label }) => label),
    'Review',
    'Approved charts',
    'Clinic settings',
    'Hours and rooms',
    'After visits',
    'Waitlist',
    'Messages to patients',
    'Possible duplicates',
    'Emergency access',
    'Activity log',
    'Sign out',
  ]);
});

test('a role finds only what it may use', () => {
  expect(labels(staffSession)).toEqual([
    'Dashboard',
    'Clients',
    'Team',
    'Pricing Plans',
    'Messages to patients',
    'Sign out',
  ]);
});

test('a module is found once it is on, one without a screen never', () => {
  const everything = sessionWith('clinic.settings.write');
  expect(labels(everything)).not.toContain('Services');
  const mayImport = {
    ...everything,
    permissions: [...everything.permissions, 'patient.import', 'service.read'],
  } as Session;
  expect(labels({ ...mayImport, modules: ['import_clients', 'services', 'photos'] })).toEqual(
    expect.arrayContaining(['Import Clients', 'Services']),
  );
  expect(labels({ ...everything, modules: ['photos'] })).not.toContain('Photos');
  expect(labels({ ...staffSession, modules: ['import_clients', 'services'] })).toEqual([
    'Dashboard',
    'Clients',
    'Team',
    'Pricing Plans',
    'Messages to patients',
    'Sign out',
  ]);
});

test('each place is found once', () => {
  const addresses = placesFor({ may: () => true, mayLimited: () => true }, modulesWithScreens).map(
    ({ to }) => to,
  );
  expect(new Set(addresses).size).toBe(addresses.length);
});

/** What each role of the server's matrix may do, and somebody who may do nothing. */
function sessionsOfRoles(): [string, Session][] {
  const [header = [], ...calls] = readFileSync('../server/permissions.csv', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const [owner, portal] = [header.indexOf('owner'), header.indexOf('anonymous')];
  const modules = modulesWithScreens;
  const held = (column: number, how: string) =>
    [
      ...new Set(calls.filter((call) => call[column] === how).map((call) => call[2])),
    ] as Session['permissions'];
  const roles = header.slice(owner, portal).map((role, at): [string, Session] => [
    role,
    {
      ...ownerSession,
      modules,
      permissions: held(owner + at, 'allow'),
      limited_permissions: held(owner + at, 'limited'),
    },
  ]);
  return [
    ...roles,
    ['Nobody', { ...ownerSession, modules, permissions: [], limited_permissions: [] }],
  ];
}

const pages = (list: readonly RouteObject[]): RouteObject[] =>
  list.flatMap((route) => [route, ...pages(route.children ?? [])]);

/** Whether a screen asks the server for anything that is its own, when this member opens it. */
async function opens(to: string, session: Session) {
  store.dispatch(generatedApi.util.resetApiState());
  await store.dispatch(generatedApi.util.upsertQueryData('showSession', undefined, session));
  const load = pages(routes).find(({ path }) => path === to)?.lazy;
  if (typeof load !== 'function') throw new Error(`No page at ${to}`);
  const { loader } = (await load()) as { loader: (args: unknown) => Promise<null> };
  await loader({
    request: new Request(new URL(to, window.location.href)),
    params: {},
    context: {},
  });
  return Object.keys(store.getState()[generatedApi.reducerPath].queries).some(
    (query) => !query.startsWith('showSession'),
  );
}

test.each(sessionsOfRoles())(
  '%s finds the screens whose page opens something, and no other',
  async (_role, session) => {
    server.use(http.get('*/api/*', () => HttpResponse.json([])));
    const all = placesFor({ may: () => true, mayLimited: () => true }, session.modules)
      .filter(({ isAction }) => !isAction)
      .map(({ to }) => to);
    const opened: string[] = [];
    for (const to of all) if (await opens(to, session)) opened.push(to);
    const found = new Set(placesFor(permissionsOf(session), session.modules).map(({ to }) => to));
    expect(all.filter((to) => found.has(to))).toEqual(opened);
  },
);
