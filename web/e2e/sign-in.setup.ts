import { expect, test, type Page } from '@playwright/test';

import { call } from './api';
import { owners } from './clinics';
import { inDays } from './dates';
import { signIn } from './signIn';

for (const { owner, file } of owners) {
  test(`sign in as the owner of ${new URL(owner.url).hostname}`, async ({ page, context }) => {
    await page.goto(`${owner.url}/sign-in`);
    await signIn(page, owner);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await context.storageState({ path: file });
    await keepOpen(page);
  });
}

/** Tests book so many days from now, whatever day it is: the sample's holidays are years ahead in these clinics. */
async function keepOpen(page: Page) {
  for (const { id, reason } of await call<{ id: number; reason: string }[]>(
    page,
    'GET',
    '/api/schedule/closures',
  )) {
    await call(page, 'DELETE', `/api/schedule/closures/${id}`);
    const date = await inDays(page, 1400);
    await call(page, 'POST', '/api/schedule/closures', {
      first_date: date,
      last_date: date,
      reason,
    });
  }
}
