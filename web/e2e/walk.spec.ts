import { readFileSync } from 'node:fs';

import { expect, test, type Page } from '@playwright/test';

import { paths } from '../src/lib/paths';
import { expectAccessible } from './accessible';
import { home, signedOut, stamp } from './clinics';
import { expectAllReached } from './keyboard';
import { clearShown, seedShown, type Shown } from './newer-screens.seed';
import { clear, seed, type Seeded } from './seed';
import { screenshots } from './screenshots';
import { watchBrowser } from './browserLog';

/** Every route of the app, by its pattern in lib/paths.ts: an address, its heading, and what shows that it is loaded. */
type Stop = [pattern: string, path: (all: Seeded & Shown) => string, heading: string | RegExp, arrived?: (page: Page) => Promise<unknown>];

const sees = (name: string | RegExp) => (page: Page) => expect(page.getByRole('button', { name }).first()).toBeVisible();
const reads = (words: string | RegExp) => (page: Page) => expect(page.getByText(words).first()).toBeVisible();

const outside: Stop[] = [
  ['portal/sign/:token?', ({ waiting }) => waiting, 'Hello Ida', sees('Sign consent')],
  ['sign-in', () => '/sign-in', 'Sign in'],
  ['sign-out', () => '/sign-out', 'Sign in'],
  ['forgot-password', () => '/forgot-password', 'Forgot your password'],
  ['reset/:token', () => '/reset/not-a-real-token', 'Choose a new password'],
  ['welcome', () => '/welcome', 'Your clinic is ready', reads(/^This link has been used/)],
  ['invite/:token', () => '/invite/not-a-real-token', 'Welcome'],
  ['confirm/:token', () => '/confirm/not-a-real-token', 'Confirm your address'],
];
const inside: Stop[] = [
  ['', () => '/', 'Dashboard', reads(/ pending$/)],
  ['patients', () => '/patients', 'Clients', (page) => expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible()],
  ['patients/:id', ({ patientId }) => `/patients/${patientId}`, /^Lena Brandt/, sees(/^Signatures: Botox/)],
  ['gfe/:patientId', ({ patientId }) => `/gfe/${patientId}?new`, 'Good Faith Exam', sees('Save exam')],
  ['digital-consents', () => '/digital-consents', 'Consent templates', sees(/^View /)],
  ['team', () => '/team', 'Team', sees(/^Edit /)],
  ['gfe-estimate/:patientId', ({ patientId }) => `/gfe-estimate/${patientId}`, 'Good Faith Estimate', reads('Grand total $1,788.00')],
  ['gfe-estimate/:patientId/:estimateId/versions/:version', ({ patientId, estimateId }) => `/gfe-estimate/${patientId}/${estimateId}/versions/1`, 'Good Faith Estimate, version 1', reads('$1,788.00')],
  ['loyalty', () => '/loyalty', 'Loyalty Program', sees('Save rule')],
  ['appointments', () => '/appointments', 'Appointments', (page) => expect(page.getByRole('link', { name: /^Lena Brandt/ }).first()).toBeVisible()],
  ['gfe-templates', () => '/gfe-templates', 'Exam templates', sees(/^View /)],
  ['subscriptions', () => '/subscriptions', 'Subscriptions', sees(/^Details: /)],
  ['pricing', () => '/pricing', 'Pricing Plans', reads('$99')],
  ['settings', () => '/settings', 'Clinic settings', sees('Save settings')],
  ['activity', ({ patientId }) => `/activity?patient=${patientId}`, 'Activity log', reads('Added a client')],
  ['payment/success', () => '/payment/success?plan=plus&session_id=cs_test_a1b2c3d4e5f6g7', 'Payment confirmation', reads('cs_test_a1b2')],
  ['*', () => '/no/such/page', 'Page not found'],
];

let all: Seeded & Shown;
test.beforeAll(async ({ browser }, info) => {
  const mark = stamp(`w${info.project.name}`);
  all = { ...(await seed(browser, mark)), ...(await seedShown(browser, mark)) };
});
test.afterAll(async ({ browser }) => {
  await clear(browser, all);
  await clearShown(browser, all);
});

test('the walk leaves out no route', () => {
  const source = readFileSync(new URL('../src/app/routes.tsx', import.meta.url), 'utf8');
  const patterns = [...source.matchAll(/path: (?:paths\.(\w+)|'(\*)'), \.\.\.(?:titled|screen)/g)].map(([, name, any]) => any ?? paths[name as keyof typeof paths].slice(1));
  expect(patterns.length).toBeGreaterThan(20);
  // The patient's page is an entry of its own, with one path.
  expect([...outside, ...inside].map(([pattern]) => pattern).toSorted()).toEqual([...patterns, 'portal/sign/:token?'].toSorted());
});

/** Opens a screen and checks that it is complete, accessible, usable by keyboard and without console errors. */
async function visit(page: Page, [pattern, path, heading, arrived]: Stop, shoot: ReturnType<typeof screenshots>) {
  // Some pages have hundreds of tab stops.
  test.setTimeout(240_000);
  const seen = await watchBrowser(page.context(), home);
  await page.goto(home + path(all));
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await arrived?.(page);
  await shoot(page, pattern.replaceAll(/\W+/g, '-') || 'dashboard');
  await expectAccessible(page);
  await expectAllReached(page);
  expect({ errors: seen.errors, foreignRequests: seen.foreignRequests }).toEqual({ errors: [], foreignRequests: [] });
}

test.describe('for those who are not signed in', () => {
  test.use({ storageState: signedOut });
  for (const stop of outside) test(`/${stop[0]}`, ({ page }, info) => visit(page, stop, screenshots(info, 'walk')));
});
for (const stop of inside) test(`/${stop[0]}`, ({ page }, info) => visit(page, stop, screenshots(info, 'walk')));
