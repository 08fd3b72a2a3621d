import { expect, type Page } from '@playwright/test';

import { home } from './clinics';

/** The platform's own host: a clinic's without the subdomain. */
export const platform = home.replace(/\/\/[^.]+\./, '//');

/** The sign-up form's fields but the address, which follows from the name. */
export async function fillSignUp(page: Page, name: string) {
  await page.getByLabel('Clinic name').fill(name);
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Linden');
  await page.getByLabel('Email').fill('nora@linden.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('a quite new password');
}

/**
 * Signs up a clinic for this test alone; the page ends on the owner's dashboard. Returns the clinic's origin. An owner who is a director confirms
 * other directors: where no mail is sent, one who treats nobody does not.
 */
export async function ownClinic(page: Page, name: string, role?: 'Medical Director') {
  await page.goto(`${platform}/sign-up`);
  await fillSignUp(page, name);
  if (role) {
    await page.getByRole('combobox', { name: /^Your role/ }).selectOption(role);
    await page.getByRole('textbox', { name: /^License number/ }).fill('NY-1');
  }
  await expect(page.getByRole('status')).toHaveText(/ is free$/);
  await page.getByRole('button', { name: 'Start the trial' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  return new URL(page.url()).origin;
}
