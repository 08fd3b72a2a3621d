import { expect, test, type Locator, type Page } from '@playwright/test';

import { openEmpty } from './api';
import { stamp } from './clinics';
import { addPatient, openScreen } from './openScreen';
import { pixelsOf, draw } from './signature';
import { ownersPage } from './seed';

let mark: string;
let patient: number;

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  patient = await addPatient(page, 'Uma', mark);
  await page.context().close();
});

const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

for (const colorScheme of ['dark', 'light'] as const) {
  test(`with the user's own ${colorScheme} colours, buttons, the current section and signatures are visible`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await openScreen(page, '/patients', 'Clients');
    const ground = await style(page.locator('body'), 'background-color');
    // The main button, and one that has no border of its own.
    for (const button of [
      page.getByRole('button', { name: 'Add patient' }),
      page.getByRole('link', { name: 'Possible duplicates' }),
    ]) {
      expect(await style(button, 'border-top-style')).toBe('solid');
      expect(Number.parseFloat(await style(button, 'border-top-width'))).toBeGreaterThanOrEqual(1);
      expect(await style(button, 'border-top-color')).not.toBe(ground);
    }

    const main = page.getByRole('navigation', { name: 'Main' });
    const [current, other] = [
      main.getByRole('link', { name: 'Clients', exact: true }),
      main.getByRole('link', { name: 'Team' }),
    ];
    expect(await style(current, 'background-color')).not.toBe(
      await style(other, 'background-color'),
    );
    expect(await style(current, 'color')).not.toBe(await style(current, 'background-color'));

    await openScreen(page, `/patients/${patient}`, `Uma Sandoval ${mark}`);
    const pad = page.getByRole('group', { name: 'Provider signature' });
    await draw(page, pad);
    const pixels = await pixelsOf(
      page,
      `data:image/png;base64,${(await pad.getByRole('img').screenshot()).toString('base64')}`,
    );
    expect(pixels.brightest - pixels.darkest).toBeGreaterThan(150);
    expect(pixels.brightest).toBe(255);
    page.once('dialog', (question) => void question.accept());
  });
}

test('a long name wraps within its table', async ({ page }) => {
  const long = await ownersName(page, `Ab${'x'.repeat(190)}`);
  await openScreen(page, `/patients?search=${long}`, 'Clients');
  const table = page.getByRole('region', { name: 'Patients' });
  const sideways = () => table.evaluate((node) => node.scrollWidth - node.clientWidth);
  for (const width of [1440, 1180, 820]) {
    await page.setViewportSize({ width, height: 820 });
    await expect(table.getByRole('link', { name: /^View Details/ })).toBeInViewport({ ratio: 1 });
    expect(await sideways(), `${width}`).toBeLessThanOrEqual(0);
  }
});

test('amounts of money have numerals of one width', async ({ page }) => {
  await openEmpty(page);
  const id = await addPatient(page, 'Una', mark);
  await openScreen(page, `/gfe-estimate/${id}`, 'Good Faith Estimate');
  const width = (text: string) =>
    page
      .getByText(/^Grand total /)
      .filter({ visible: true })
      .first()
      .evaluate((node, sum) => {
        const written = node.cloneNode() as HTMLElement;
        written.style.width = 'max-content';
        written.textContent = sum;
        node.after(written);
        const { width: wide } = written.getBoundingClientRect();
        written.remove();
        return wide;
      }, text);
  expect(await width('$1,111.11')).toBeCloseTo(await width('$8,008.80'), 1);
});

async function ownersName(page: Page, first: string): Promise<string> {
  await openEmpty(page);
  await addPatient(page, first, mark);
  return first;
}
