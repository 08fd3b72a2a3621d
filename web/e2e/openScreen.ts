import { expect, type Page } from '@playwright/test';

import { call } from './api';
import { home } from './clinics';
import { watchBrowser, type BrowserLog } from './browserLog';

/** Opens a screen and watches its browser. */
export async function openScreen(
  page: Page,
  path: string,
  heading: string,
  clinic = home,
): Promise<BrowserLog> {
  const browserLog = await watchBrowser(page.context(), clinic);
  await page.goto(clinic + path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  return browserLog;
}

/** Expects exactly the console messages of the specification (section 8). */
export function expectLogged({ errors }: BrowserLog, ...sentences: string[]) {
  expect(errors.splice(0)).toEqual(
    sentences.map((sentence) => expect.stringContaining(`error: ${sentence}`)),
  );
}

export async function addPatient(page: Page, first_name: string, mark: string): Promise<number> {
  const { id } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name,
    last_name: `Sandoval ${mark}`,
    birth_date: '1990-03-14',
  });
  return id;
}
