import { expect, test, type Locator } from '@playwright/test';

import { darkGround, expectAccessible, expectLegibleInTheDark } from './accessible';
import { home, stamp } from './clinics';
import { addPatient, openScreen } from './openScreen';
import { ownersPage } from './seed';
import { draw, pixelsOf } from './signature';

const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

let mark: string;
let patient: number;
test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  patient = await addPatient(page, 'Dara', mark);
  await page.context().close();
});

test('in the dark scheme a signature is dark on white, and a print is light', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openScreen(page, `/patients/${patient}`, `Dara Sandoval ${mark}`);
  expect(await style(page.locator('body'), 'background-color')).toBe(darkGround);
  const pad = page.getByRole('group', { name: 'Provider signature' });
  await draw(page, pad);
  const pixels = await pixelsOf(
    page,
    `data:image/png;base64,${(await pad.getByRole('img').screenshot()).toString('base64')}`,
  );
  expect(pixels.brightest).toBe(255);
  expect(pixels.brightest - pixels.darkest).toBeGreaterThan(150);
  // What is printed has the colours of the light scheme.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(31, 43, 42)');
  page.once('dialog', (question) => void question.accept());
});

test('the full sidebar is accessible in the light and in the dark scheme', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openScreen(page, '/', 'Dashboard');
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByText('Coming soon'),
  ).toBeVisible();
  await expectAccessible(page);
  await expectLegibleInTheDark(page);
});

test('the scheme that was chosen is set before the app runs', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('group', { name: 'Colors' }).getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  await page.route(/\/assets\/(?!color-scheme)[^/]*\.js$/, (route) => route.abort());
  await page.goto(home);
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  expect(await style(page.locator('html'), 'background-color')).toBe(darkGround);
});
