import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test, type Browser } from '@playwright/test';

import { call } from './api';
import { home, signedOut, signedInFiles, stamp } from './clinics';
import { ownersPage } from './seed';

// What a browser really fetches, and how the server sends it. The budget of each page is checked by budget.test.mjs.
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const dist = process.env['WEB_DIR'] ?? file('../dist');
const budget = JSON.parse(readFileSync(file('../budget.json'), 'utf8')) as Record<
  'staff' | 'portal' | 'fonts',
  number
>;
const kB = (path: string) => readFileSync(join(dist, path)).length / 1024;

/** What a browser with an empty cache fetches to show a page, in kB. */
async function fetched(
  browser: Browser,
  path: string,
  heading: string,
  storageState: string | typeof signedOut,
) {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  // What is fetched in advance, seconds after the first drawing, is not counted, however long a slow machine takes for the page.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((handler: () => void, ms = 0, ...given: []) =>
      ms >= 1_000 ? 0 : later(handler, ms, ...given)) as typeof setTimeout;
  });
  const size = { js: 0, fonts: 0 };
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/assets/')) return;
    const { 'cache-control': kept, 'content-encoding': packed } = response.headers();
    expect(kept, pathname).toBe('public, max-age=31536000, immutable');
    // Small files and fonts are not compressed.
    const compressed = existsSync(join(dist, `${pathname}.br`));
    expect(packed, pathname).toBe(compressed ? 'br' : undefined);
    if (pathname.endsWith('.js')) size.js += kB(compressed ? `${pathname}.br` : pathname);
    if (/\.woff2?$/.test(pathname)) size.fonts += kB(pathname);
  });
  await page.goto(home + path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await context.close();
  return size;
}

async function expectWithin(limit: number, visit: ReturnType<typeof fetched>) {
  const { js, fonts } = await visit;
  test.info().annotations.push({
    type: 'kB',
    description: `js ${js.toFixed(1)}, fonts ${fonts.toFixed(1)}`,
  });
  expect(js).toBeGreaterThan(50);
  expect(js).toBeLessThanOrEqual(limit);
  expect(fonts).toBeLessThanOrEqual(budget.fonts);
}

const visits = [
  ['/', 'Dashboard', signedInFiles.owner, budget.staff],
  ['/patients', 'Clients', signedInFiles.owner, budget.staff],
  ['/book', 'Book an appointment', signedOut, budget.portal],
  [
    '/portal/sign/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'Invalid Link',
    signedOut,
    budget.portal,
  ],
] as const;

for (const [path, heading, state, limit] of visits) {
  test(`a browser fetches no more than the budget for ${path}`, async ({ browser }) =>
    expectWithin(limit, fetched(browser, path, heading, state)));
}

test('a patient who signs on a slow line fetches no more than the budget for the form', async ({
  browser,
}, info) => {
  const page = await ownersPage(browser);
  const { id } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Lena',
    last_name: stamp(info.project.name),
  });
  const [template] = await call<{ id: number }[]>(page, 'GET', '/api/consents/templates');
  const { portal_url } = await call<{ portal_url: string }>(
    page,
    'POST',
    `/api/consents/${id}/issue`,
    { templateId: template?.id },
  );
  await page.context().close();
  await expectWithin(
    budget.portal,
    fetched(browser, new URL(portal_url).pathname, 'Hello Lena', signedOut),
  );
});
