import { expect, test } from '@playwright/test';

import { owners } from './clinics';
import { signIn } from './signIn';

for (const { owner, file } of owners) {
  test(`sign in as the owner of ${new URL(owner.url).hostname}`, async ({ page, context }) => {
    await page.goto(`${owner.url}/sign-in`);
    await signIn(page, owner);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await context.storageState({ path: file });
  });
}
