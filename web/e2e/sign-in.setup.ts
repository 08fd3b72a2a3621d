import { expect, test } from '@playwright/test';

import { owner, signedInFiles, otherOwner, type Person } from './clinics';
import { signIn } from './signIn';

const states: [string, Person, string][] = [
  ['the owner', owner, signedInFiles.owner],
  ["the second clinic's owner", otherOwner, signedInFiles.otherOwner],
];

for (const [who, person, file] of states) {
  test(`sign in as ${who}`, async ({ page, context }) => {
    await page.goto(`${person.url}/sign-in`);
    await signIn(page, person);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await context.storageState({ path: file });
  });
}
