import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

import { expect, test, type Browser } from '@playwright/test';

import { call } from './api';
import { home, signedOut, signedInFiles, stamp } from './clinics';
import { ownersPage } from './seed';

/**
 * kB as the network carries them, compressed by brotli: a page before it can be used, one part of what comes later, and all that one
 * step brings. What a person needs without a network is in a page's first load: notices, the questions before something is lost, the
 * drawing pad. A page that holds a form brings react-hook-form, zod and mostly the pad with it.
 */
const budget = { staff: 210, staffWithForm: 235, portal: 90, platform: 110, platformForm: 135, later: 30, step: 42, fonts: 40, staffCss: 1, portalCss: 2.2 };

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
}

const dist = process.env['WEB_DIR'] ?? fileURLToPath(new URL('../dist', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const names = Object.keys(manifest);
const entry = 'index.html';
const platform = 'platform.html';
const portal = 'portal.html';
const shell = 'src/app/StaffArea.tsx';
const pages = names.filter((name) => /^src\/(?:features\/(?!sign-up)|app\/).*Page\.tsx$/.test(name));
const withForm = ['AppointmentsPage', 'GfeEstimatePage', 'GfeExamPage', 'LoyaltyPage', 'PatientPage', 'SettingsPage', 'SubscriptionsPage'];
const outside = (page: string) => page.startsWith('src/features/account/');

/** All chunks that these import statically. */
function closure(...wanted: string[]): Set<string> {
  const all = new Set<string>();
  const add = (name: string) => {
    if (all.has(name)) return;
    all.add(name);
    manifest[name]?.imports?.forEach(add);
  };
  wanted.forEach(add);
  return all;
}

const weighed = new Map<string, number>();
function weigh(file: string): number {
  const known = weighed.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(join(dist, file));
  const size = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length / 1024;
  weighed.set(file, size);
  return size;
}
const sum = (chunks: Iterable<string>) => [...chunks].reduce((all, name) => all + weigh(manifest[name]?.file ?? ''), 0);
const firstLoad = (page: string) => closure(entry, page, ...(outside(page) ? [] : [shell]));

test('the build names its entry, its shell and its pages', () => {
  expect(manifest[entry]?.isEntry).toBe(true);
  expect(names).toContain(shell);
  expect(pages.length).toBeGreaterThanOrEqual(14);
  expect(manifest[portal]?.isEntry).toBe(true);
  expect(manifest[platform]?.isEntry).toBe(true);
});

for (const page of pages) {
  const limit = withForm.some((name) => page.endsWith(`/${name}.tsx`)) ? budget.staffWithForm : budget.staff;
  test(`${page} loads at most ${limit} kB of JavaScript`, () => {
    const size = sum(firstLoad(page));
    test.info().annotations.push({ type: 'kB', description: size.toFixed(1) });
    expect(size).toBeLessThanOrEqual(limit);
  });
}

test(`the patient's page loads at most ${budget.portal} kB of JavaScript, its drawing pad with it, and nothing of the staff's`, () => {
  const parts = closure(portal);
  test.info().annotations.push({ type: 'kB', description: sum(parts).toFixed(1) });
  expect(sum(parts)).toBeLessThanOrEqual(budget.portal);
  // Nothing is loaded later: the connection may be lost between opening the page and signing.
  expect(manifest[portal]?.dynamicImports ?? []).toEqual([]);
  expect([...parts].filter((name) => /router-and-store|mui|StaffArea|src\/(?:app|features\/(?!portal))\//.test(name))).toEqual([]);
});

for (const [page, limit] of [['', budget.platform], ...(manifest[platform]?.dynamicImports ?? []).map((name) => [name, budget.platformForm] as const)] as const) {
  test(`the platform's ${page || 'first page'} loads at most ${limit} kB of JavaScript, and nothing of the store`, () => {
    const parts = closure(platform, ...(page ? [page] : []));
    const size = sum(parts);
    test.info().annotations.push({ type: 'kB', description: size.toFixed(1) });
    expect(size).toBeLessThanOrEqual(limit);
    expect([...parts].filter((name) => /router-and-store|StaffArea/.test(name))).toEqual([]);
  });
}

test('no part that is loaded later is large, nor all that one step of the way loads', () => {
  const first = closure(entry, portal, platform);
  const large = names.filter((name) => !first.has(name) && manifest[name]?.file.endsWith('.js') && weigh(manifest[name].file) > budget.later);
  expect(large).toEqual([]);
  const later = pages.flatMap((page) => {
    const here = firstLoad(page);
    const requested = new Set([...here].flatMap((name) => manifest[name]?.dynamicImports ?? []).filter((name) => !pages.includes(name) && name !== shell));
    return [...requested].map((name) => ({ page, name, size: sum([...closure(name)].filter((part) => !here.has(part))) }));
  });
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter(({ size }) => size > budget.step)).toEqual([]);
});

test('the styles are small', () => {
  const styles = (...chunks: string[]) => [...new Set(chunks.flatMap((name) => manifest[name]?.css ?? []))].reduce((all, file) => all + weigh(file), 0);
  expect(styles(...closure(portal))).toBeLessThanOrEqual(budget.portalCss);
  expect(styles(...names.filter((name) => name !== portal))).toBeLessThanOrEqual(budget.staffCss);
});

/** What a browser with an empty cache fetches to show a page. */
async function fetched(browser: Browser, path: string, heading: string, storageState: string | typeof signedOut) {
  const context = await browser.newContext({ storageState });
  const page = await context.newPage();
  const files: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/assets/')) return;
    files.push(pathname);
    const { 'cache-control': kept, 'content-encoding': packed } = response.headers();
    expect(kept, pathname).toBe('public, max-age=31536000, immutable');
    // Small files and fonts are not compressed.
    if (existsSync(join(dist, `${pathname}.br`))) expect(packed, pathname).toBe('br');
    else expect(packed, pathname).toBeUndefined();
  });
  await page.goto(home + path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await context.close();
  const js = files.filter((file) => file.endsWith('.js'));
  const fonts = files.filter((file) => /\.woff2?$/.test(file));
  return {
    js: js.reduce((all, file) => all + weigh(file), 0),
    fonts: fonts.reduce((all, file) => all + readFileSync(join(dist, file)).length / 1024, 0),
  };
}

const visits = [
  ['/', 'Dashboard', signedInFiles.owner, budget.staff],
  ['/patients', 'Clients', signedInFiles.owner, budget.staff],
  ['/portal/sign/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'Invalid Link', signedOut, budget.portal],
] as const;

for (const [path, heading, state, limit] of visits) {
  test(`a browser fetches no more than that for ${path}`, async ({ browser }, info) => {
    const { js, fonts } = await fetched(browser, path, heading, state);
    info.annotations.push({ type: 'kB', description: `js ${js.toFixed(1)}, fonts ${fonts.toFixed(1)}` });
    expect(js).toBeGreaterThan(50);
    expect(js).toBeLessThanOrEqual(limit);
    expect(fonts).toBeLessThanOrEqual(budget.fonts);
  });
}

test('a patient who signs on a slow line fetches no more than that for the form', async ({ browser }, info) => {
  const page = await ownersPage(browser);
  const { id } = await call<{ id: number }>(page, 'POST', '/api/patients', { first_name: 'Lena', last_name: stamp(info.project.name) });
  const [template] = await call<{ id: number }[]>(page, 'GET', '/api/consents/templates');
  const { portal_url } = await call<{ portal_url: string }>(page, 'POST', `/api/consents/${id}/issue`, { templateId: template?.id });
  await page.context().close();
  const { js, fonts } = await fetched(browser, new URL(portal_url).pathname, 'Hello Lena', signedOut);
  info.annotations.push({ type: 'kB', description: `js ${js.toFixed(1)}, fonts ${fonts.toFixed(1)}` });
  expect(js).toBeLessThanOrEqual(budget.portal);
  expect(fonts).toBeLessThanOrEqual(budget.fonts);
});
