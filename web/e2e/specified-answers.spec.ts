import { expect, test } from '@playwright/test';

import { call } from './api';
import { home, signedOut, stamp } from './clinics';
import { openScreen } from './openScreen';
import { clearRecords, seedRecords, type SeededRecords } from './screens.seed';
import { ownersPage } from './seed';
import { captureCall } from './captureCall';

/** The calls that the app sends (section 7), and the records in their responses (section 3). */

let shown: SeededRecords;
let patient: number;
let link: string;
test.beforeAll(async ({ browser }, info) => {
  shown = await seedRecords(browser, stamp(info.project.name));
  patient = shown.lenaId;
  const page = await ownersPage(browser);
  const [template] = await call<{ id: number }[]>(page, 'GET', '/api/consents/templates');
  link = (
    await call<{ portal_url: string }>(page, 'POST', `/api/consents/${patient}/issue`, {
      templateId: template?.id,
    })
  ).portal_url;
  await page.context().close();
});
test.afterAll(({ browser }) => clearRecords(browser, shown));

test('opening a screen fetches what it shows', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard');
  const calls: [screen: string, ...paths: string[]][] = [
    ['/patients', '/api/patients'],
    [
      `/patients/${patient}`,
      `/api/patients/${patient}`,
      '/api/consents/templates',
      `/api/consents?patientId=${patient}`,
      `/api/treatments?patientId=${patient}`,
      `/api/gfe/${patient}`,
    ],
    [`/gfe/${patient}`, `/api/gfe/${patient}`],
    [`/gfe-estimate/${patient}`, `/api/gfe-estimate/${patient}`],
    ['/appointments', '/api/appointments'],
    ['/digital-consents', '/api/consents/templates'],
    ['/gfe-templates', '/api/gfe/templates'],
    ['/loyalty', '/api/loyalty/rules', '/api/loyalty/balances'],
    ['/team', '/api/team'],
    ['/subscriptions', '/api/subscriptions'],
  ];
  for (const [screen, ...paths] of calls) {
    const waiting = paths.map((wanted) =>
      page.waitForResponse((answer) => {
        const { pathname, search } = new URL(answer.url());
        return (
          answer.request().method() === 'GET' &&
          (wanted.includes('?') ? `${pathname}${search}` : pathname) === wanted
        );
      }),
    );
    await page.goto(home + screen);
    for (const answer of await Promise.all(waiting)) {
      expect(answer.status()).toBe(200);
      expect(answer.headers()['content-type']).toBe('application/json');
      // With the session's cookie.
      expect((await answer.request().allHeaders())['cookie']).toContain('celadon');
    }
  }
});

test('the records have the fields of section 3', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard');
  const areas = ['face', 'hair', 'hands', 'neck', 'other'].flatMap((area) =>
    ['service', 'unit_cost', 'qty', 'sessions', 'sessions_custom', 'subtotal'].map(
      (field) => `${area}_${field}`,
    ),
  );
  const systems = [
    'constitutional',
    'heent',
    'cardio',
    'resp',
    'gi',
    'gu',
    'msk',
    'neuro',
    'skin',
    'psych',
  ];
  const fields: Record<string, string[]> = {
    '/api/patients': ['id', 'first_name', 'last_name', 'email', 'phone', 'birth_date'],
    [`/api/patients/${patient}`]: ['id', 'first_name', 'last_name', 'email', 'phone', 'birth_date'],
    '/api/consents/templates': ['id', 'name', 'body', 'created_at'],
    [`/api/consents?patientId=${patient}`]: ['id', 'signed_by_patient', 'signed_at'],
    [`/api/treatments?patientId=${patient}`]: [
      'id',
      'patient_id',
      'treatment_type',
      'areas',
      'notes',
      'units',
      'lot',
      'volumes_ml',
      'provider_signature',
      'director_signature',
      'created_at',
    ],
    [`/api/gfe/${patient}`]: [
      'patient_id',
      'vitals',
      ...systems.map((system) => `ros_${system}`),
      ...systems.map((system) => `pe_${system}`),
    ],
    '/api/gfe/templates': [
      'id',
      'name',
      'description',
      'vitals_template',
      'ros_template',
      'pe_template',
      'created_at',
    ],
    [`/api/gfe-estimate/${patient}`]: [
      'id',
      'patient_id',
      'pt_name',
      'pt_dob',
      'prov_name',
      'est_date',
      'pt_sig',
      'pt_sig_date',
      'prov_sig',
      'prov_sig_date',
      'expected_duration',
      'notes',
      'grand_total',
      ...areas,
    ],
    '/api/appointments': [
      'id',
      'patient_id',
      'starts_at',
      'ends_at',
      'service',
      'notes',
      'first_name',
      'last_name',
    ],
    '/api/loyalty/rules': ['id', 'service', 'points'],
    '/api/loyalty/balances': ['patient_id', 'points'],
    '/api/team': [
      'id',
      'first_name',
      'last_name',
      'email',
      'phone',
      'role',
      'department',
      'status',
      'hire_date',
      'license_number',
      'specialties',
      'notes',
    ],
  };
  for (const [path, names] of Object.entries(fields)) {
    const answer = await call<object | object[]>(page, 'GET', path);
    const one = Array.isArray(answer) ? (answer as object[]).at(-1) : answer;
    expect(Object.keys(one ?? {}), path).toEqual(expect.arrayContaining(names));
  }
});

test.describe('the portal', () => {
  test.use({ storageState: signedOut });

  test('reads the consent, and signs it', async ({ page }) => {
    const api = `/api/portal/consent/${link.split('/').at(-1)}`;
    const read = await captureCall(page, 'GET', api, () => page.goto(link));
    expect(read.status).toBe(200);
    expect(await read.answer.json()).toMatchObject({ template: expect.stringContaining('<') });
    const signed = await captureCall(page, 'POST', `${api}/sign`, () =>
      page.getByRole('button', { name: 'Sign consent' }).click(),
    );
    expect(signed.status).toBe(200);
  });
});
