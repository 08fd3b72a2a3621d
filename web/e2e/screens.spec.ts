import { readFileSync } from 'node:fs';

import { expect, test, type Browser, type Page } from '@playwright/test';

import { paths } from '../src/lib/paths';
import { expectAccessible, expectLegibleInTheDark } from './accessible';
import { watchBrowser, type BrowserLog } from './browserLog';
import { home, signedInFiles, signedOut, stamp } from './clinics';
import { expectAllReached } from './keyboard';
import { clinic } from './screens.clinic';
import { desk } from './screens.desk';
import { outside } from './screens.outside';
import { records } from './screens.records';
import { clearRecords, seedRecords } from './screens.seed';
import { screenshots } from './screenshots';
import { clear, seed } from './seed';
import type { Records, Screen } from './screens';

/**
 * Every screen is opened once in each size, and used: each state is accessible, and the browser logs nothing. Tab stops and the dark
 * scheme are checked on the tablet; on the phone, and for dialogs and failures in the dark, in a few rows that stand for the others.
 */

const inside = [...records, ...clinic, ...desk];

// The workers share the screens, each in its own clinic.
test.describe.configure({ mode: 'parallel' });
// Nothing here depends on how many pixels a point has, and drawing fewer of them is quicker.
test.use({ deviceScaleFactor: 1 });

interface Watched {
  page: Page;
  browserLog: BrowserLog;
}

let all: Records;
/** The pages that a worker opens its screens in, one after the other: opening the app again costs half of opening it first. */
let staff: Watched;
let nobody: Watched;

async function watch(page: Page): Promise<Watched> {
  return { page, browserLog: await watchBrowser(page.context(), home) };
}

const open = async (browser: Browser, storageState: string | typeof signedOut) =>
  watch(await (await browser.newContext({ storageState })).newPage());

test.beforeAll(async ({ browser }, info) => {
  const mark = stamp(info.project.name);
  all = { ...(await seed(browser, mark)), ...(await seedRecords(browser, mark)) };
  staff = await open(browser, signedInFiles.owner);
  nobody = await open(browser, signedOut);
});
test.afterAll(async ({ browser }) => {
  for (const { page } of [staff, nobody]) await page.context().close();
  await clear(browser, all);
  await clearRecords(browser, all);
});

test('the table of screens has every route', () => {
  const source = readFileSync(new URL('../src/app/routes.tsx', import.meta.url), 'utf8');
  const patterns = [
    ...source.matchAll(/path: (?:paths\.(\w+)|'(\*)'),\s+\.\.\.(?:titled|screen)/g),
  ].map(([, name, any]) => any ?? paths[name as keyof typeof paths].slice(1));
  expect(patterns.length).toBeGreaterThan(20);
  // The patient's page is an entry of its own, with its paths.
  expect([...new Set([...outside, ...inside].map(({ route }) => route))].toSorted()).toEqual(
    [...patterns, 'book', 'portal/estimate/:token', 'portal/sign/:token?'].toSorted(),
  );
});

async function visit(screen: Screen, { page, browserLog }: Watched) {
  // Some pages have hundreds of tab stops.
  test.setTimeout(240_000);
  const {
    route,
    as = '',
    path,
    heading,
    before,
    arrived,
    states = [],
    refused = [],
    perhapsRefused = [],
    logged = [],
  } = screen;
  const shoot = screenshots(
    test.info(),
    `${route} ${as}`.trim().replaceAll(/\W+/g, '-') || 'dashboard',
  );
  const onTablet = test.info().project.name === 'tablet';
  await before?.(page);
  await page.goto(home + (typeof path === 'string' ? path : path(all)));
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page).toHaveTitle(/\S · Celadon$/);
  await arrived?.(page, all);
  await shoot(page, 'arrived');
  await expectAccessible(page);
  if (onTablet || screen.onPhone) await expectAllReached(page);
  if (screen.dark || (onTablet && inside.includes(screen))) await expectLegibleInTheDark(page);
  for (const { name, act, back, keyboard, dark } of states) {
    await test.step(name, async () => {
      await act(page, all);
      await shoot(page, name, false);
      await expectAccessible(page);
      if (keyboard && onTablet) await expectAllReached(page);
      if (dark) await expectLegibleInTheDark(page);
      await back?.(page);
    });
  }
  await page.unrouteAll();
  // What failed on the way to a page is requested once more by the page, unless the page was there first: each failure counts once.
  const once = (lines: string[]) => [...new Set(lines.splice(0))];
  const answered = once(browserLog.refused).map((line) =>
    line.replaceAll(/\/\d+(?=\/|$)/g, '/:id').replace(/\/[\w-]{43}/, '/:token'),
  );
  const counted = answered.filter((line) => !perhapsRefused.includes(line));
  expect({
    errors: once(browserLog.errors).toSorted(),
    refused: counted,
    foreignRequests: browserLog.foreignRequests.splice(0),
  }).toEqual({
    errors: logged.map((words) => expect.stringContaining(words) as unknown),
    refused,
    foreignRequests: [],
  });
}

test.describe('each screen is accessible, works by keyboard and logs nothing', () => {
  for (const screen of [...outside, ...inside]) {
    const { route, as, apart } = screen;
    const title = `/${route}${as ? `, ${as}` : ''}`;
    if (apart) test(title, async ({ page }) => visit(screen, await watch(page)));
    else test(title, () => visit(screen, outside.includes(screen) ? nobody : staff));
  }
});
