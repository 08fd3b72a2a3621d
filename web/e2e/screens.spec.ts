import { readFileSync } from 'node:fs';

import { expect, test, type Page, type TestInfo } from '@playwright/test';

import { paths } from '../src/lib/paths';
import { expectAccessible, expectLegibleInTheDark } from './accessible';
import { watchBrowser } from './browserLog';
import { home, signedOut, stamp } from './clinics';
import { expectAllReached } from './keyboard';
import { clinic } from './screens.clinic';
import { outside } from './screens.outside';
import { records } from './screens.records';
import { clearShown, seedShown } from './screens.seed';
import { screenshots } from './screenshots';
import { clear, seed } from './seed';
import type { Records, Screen } from './screens';

/**
 * Every screen is opened once in each size, and used: each state is accessible, and the browser logs nothing. Tab stops and the dark
 * scheme are checked on the tablet; on the phone only where its bottom bar and menu differ.
 */

const inside = [...records, ...clinic];

// The workers share the screens, each in its own clinic.
test.describe.configure({ mode: 'parallel' });
// Nothing here depends on how many pixels a point has, and drawing fewer of them is quicker.
test.use({ deviceScaleFactor: 1 });

let all: Records;
test.beforeAll(async ({ browser }, info) => {
  const mark = stamp(info.project.name);
  all = { ...(await seed(browser, mark)), ...(await seedShown(browser, mark)) };
});
test.afterAll(async ({ browser }) => {
  await clear(browser, all);
  await clearShown(browser, all);
});

test('the table of screens leaves out no route', () => {
  const source = readFileSync(new URL('../src/app/routes.tsx', import.meta.url), 'utf8');
  const patterns = [...source.matchAll(/path: (?:paths\.(\w+)|'(\*)'), \.\.\.(?:titled|screen)/g)].map(([, name, any]) => any ?? paths[name as keyof typeof paths].slice(1));
  expect(patterns.length).toBeGreaterThan(20);
  // The patient's page is an entry of its own, with one path.
  expect([...new Set([...outside, ...inside].map(({ route }) => route))].toSorted()).toEqual([...patterns, 'portal/sign/:token?'].toSorted());
});

async function visit(page: Page, screen: Screen, info: TestInfo, isInside: boolean) {
  // Some pages have hundreds of tab stops.
  test.setTimeout(240_000);
  const { route, as = '', path, heading, before, arrived, states = [], refused = [], logged = [] } = screen;
  const name = `${route} ${as}`.trim().replaceAll(/\W+/g, '-') || 'dashboard';
  const shoot = screenshots(info, name);
  const onTablet = info.project.name === 'tablet';
  const seen = await watchBrowser(page.context(), home);
  await before?.(page, all);
  await page.goto(home + (typeof path === 'string' ? path : path(all)));
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page).toHaveTitle(/\S · Celadon$/);
  await arrived?.(page, all);
  await shoot(page, 'arrived');
  await expectAccessible(page);
  if (onTablet || screen.onPhone) await expectAllReached(page);
  if (onTablet && isInside) await expectLegibleInTheDark(page);
  for (const { name: state, act, back, keyboard } of states) {
    await test.step(state, async () => {
      await act(page, all);
      await shoot(page, state, false);
      await expectAccessible(page);
      if (keyboard && onTablet) await expectAllReached(page);
      await back?.(page);
    });
  }
  const answered = seen.refused.map((line) => line.replaceAll(/\/\d+(?=\/)/g, '/:id').replace(/\/[\w-]{43}/, '/:token'));
  expect({ errors: seen.errors.toSorted(), refused: answered, foreignRequests: seen.foreignRequests })
    .toEqual({ errors: logged.map((words) => expect.stringContaining(words) as unknown), refused, foreignRequests: [] });
}

const title = ({ route, as }: Screen) => `/${route}${as ? `, ${as}` : ''}`;

test.describe('for those who are not signed in', () => {
  test.use({ storageState: signedOut });
  for (const screen of outside) test(title(screen), ({ page }, info) => visit(page, screen, info, false));
});
for (const screen of inside) test(title(screen), ({ page }, info) => visit(page, screen, info, true));
