import { expect, type Page } from '@playwright/test';

import type { Person } from './clinics';

/** Fills the sign-in form that is on the screen. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs out the way a person does: behind one's own name, which on a phone is in the menu. */
export async function signOut(page: Page) {
  const account = page.getByRole('button', { name: /^Account: / });
  const menu = page.getByRole('button', { name: 'More', exact: true });
  if (!(await account.isVisible())) await menu.click();
  await account.click();
  await page
    .getByRole('dialog', { name: 'Your account' })
    .getByRole('link', { name: 'Sign out' })
    .click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}
