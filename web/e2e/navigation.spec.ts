import { expect, test, type Locator, type Page } from '@playwright/test';

import { home } from './clinics';
import { asMember } from './members';

/** The entries of the main menu: an address and its heading. */
const sections: readonly [to: string, heading: string][] = [
  ['/patients', 'Clients'],
  ['/loyalty', 'Loyalty Program'],
  ['/appointments', 'Appointments'],
  ['/digital-consents', 'Consent templates'],
  ['/gfe-templates', 'Exam templates'],
  ['/team', 'Team'],
  ['/subscriptions', 'Subscriptions'],
  ['/pricing', 'Pricing Plans'],
  ['/', 'Dashboard'],
];

/** Records the page's API calls and their failures from now on. */
function listen(page: Page) {
  const requested: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) requested.push(`${request.method()} ${pathname}${search}`);
  });
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/') && response.status() >= 400)
      refused.push(`${response.status()} ${response.url()}`);
  });
  return {
    refused,
    /** The calls since the last time. Its own call makes sure that all earlier ones have been recorded. */
    requests: async () => {
      await page.evaluate(
        () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))),
      );
      await page.evaluate(() => fetch('/api/auth/session').then((answer) => answer.text()));
      return requested.splice(0).filter((line) => line !== 'GET /api/auth/session');
    },
  };
}

async function visitSections(page: Page, requests: () => Promise<string[]>) {
  const requestsOf: Record<string, string[]> = {};
  for (const [to, heading] of sections) {
    await page.locator(`nav[aria-label="Main"] a[href="${to}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
    requestsOf[to] = await requests();
  }
  return requestsOf;
}

test('opening a screen fetches each resource once', async ({ page }) => {
  await page.goto(home);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const { requests, refused } = listen(page);
  await requests();
  const requestsOf = await visitSections(page, requests);
  await page.locator('nav[aria-label="Main"] a[href="/patients"]').click();
  await page
    .getByRole('link', { name: /^View Details/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Treatment History' })).toBeVisible();
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
  requestsOf['/patients/{id}'] = await requests();
  await page.getByRole('link', { name: 'GFE Exam', exact: true }).click();
  await expect(page.getByRole('button', { name: /^(?:New|Save) exam$/ })).toBeVisible();
  requestsOf['/gfe/{id}'] = await requests();
  await page.getByRole('link', { name: 'Patient record' }).click();
  await page.getByRole('link', { name: 'Cost Estimate' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Good Faith Estimate' })).toBeVisible();
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
  requestsOf['/gfe-estimate/{id}'] = await requests();

  const twice = Object.entries(requestsOf).flatMap(([screen, requested]) =>
    requested
      .filter((line, at) => requested.indexOf(line) !== at)
      .map((line) => `${screen}: ${line}`),
  );
  expect(twice).toEqual([]);
  expect(refused).toEqual([]);
  // Each of these screens requests something.
  for (const screen of [
    '/patients',
    '/loyalty',
    '/appointments',
    '/digital-consents',
    '/team',
    '/subscriptions',
    '/patients/{id}',
  ])
    expect(requestsOf[screen], screen).not.toEqual([]);
});

for (const role of ['Nurse', 'Receptionist', 'Staff']) {
  test(`nothing is prefetched that ${role} may not read`, async ({ browser }) => {
    await asMember(browser, role, async (page) => {
      await page.goto(home);
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      const { requests, refused } = listen(page);
      await visitSections(page, requests);
      expect(refused).toEqual([]);
    });
  });
}

test('pressing a link fetches no data, clicking it fetches once', async ({ page }) => {
  await page.goto(`${home}/patients`);
  await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();
  const { requests } = listen(page);
  await requests();
  const links: [link: Locator, answer: RegExp, heading: string][] = [
    [
      page.getByRole('link', { name: /^View Details/ }).first(),
      /\/api\/treatments\?/,
      'Treatment History',
    ],
    [
      page.getByRole('link', { name: 'Cost Estimate' }),
      /\/api\/gfe-estimate\//,
      'Good Faith Estimate',
    ],
    [
      page.locator('nav[aria-label="Main"] a[href="/loyalty"]'),
      /\/api\/loyalty\/balances/,
      'Loyalty Program',
    ],
  ];
  for (const [link, answer, heading] of links) {
    await link.hover();
    await page.mouse.down();
    expect(
      (await requests()).filter((line) => answer.test(line)),
      `${heading}, pressed`,
    ).toEqual([]);
    await page.mouse.up();
    await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible();
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
    expect(
      (await requests()).filter((line) => answer.test(line)),
      `${heading}, followed`,
    ).toHaveLength(1);
  }
});

test('going back restores the position in the list', async ({ page }) => {
  await page.goto(`${home}/patients`);
  const names = page.getByRole('link', { name: /^View Details/ });
  await expect(names.first()).toBeVisible();
  await names.last().scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(200);
  await names.last().click();
  await expect(page.getByRole('heading', { name: 'Treatment History' })).toBeVisible();
  await page.goBack();
  await expect(names.first()).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
});
