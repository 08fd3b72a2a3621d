import { expect, type Browser, type Page } from '@playwright/test';

import { otherClinic, otherOwner, signedOut } from './clinics';
import { signIn } from './signIn';

/** The dashboard of a clinic whose owner has switched no module on, in a context of its own; this worker's own clinic has some on. */
export async function asSpecified(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: signedOut });
  const page = await context.newPage();
  await page.goto(`${otherClinic}/sign-in`);
  await signIn(page, otherOwner);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  return page;
}
