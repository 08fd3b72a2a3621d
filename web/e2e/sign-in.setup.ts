import { expect, test } from '@playwright/test';

import { owner, signedInFiles } from './clinics';
import { signIn } from './signIn';

test('sign in as the owner', async ({ page, context }) => {
  await page.goto(`${owner.url}/sign-in`);
  await signIn(page, owner);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await context.storageState({ path: signedInFiles.owner });
});
