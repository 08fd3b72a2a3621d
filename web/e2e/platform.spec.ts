import { expect, test } from '@playwright/test';

import { expectAccessible } from './accessible';
import { home, signedOut, stamp } from './clinics';
import { screenshots } from './screenshots';
import { fillSignUp, platform } from './signUp';

test.use({ storageState: signedOut });

for (const [path, heading] of [
  ['/', 'A calm place to run an aesthetic clinic'],
  ['/pricing', 'Pricing'],
  ['/sign-up', 'Sign up your clinic'],
  ['/find', 'Find your clinic'],
  ['/nothing', 'Page not found'],
] as const) {
  test(`${path} can be read by everybody`, async ({ page }, info) => {
    await page.goto(platform + path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (path === '/pricing')
      await expect(page.getByRole('heading', { name: 'Plus' })).toBeVisible();
    await expectAccessible(page);
    await screenshots(info)(page, `platform${path === '/' ? '' : `-${path.slice(1)}`}`);
  });
}

test('a visitor signs up a clinic and reaches its dashboard, with sample data that one click removes', async ({
  page,
}, info) => {
  const name = `Linden ${stamp(info.project.name)}`;
  await page.goto(`${platform}/sign-up`);
  // Missing fields have messages, and the first one has the focus.
  await page.getByRole('button', { name: 'Start the trial' }).click();
  await expect(page.getByText('Clinic name is required')).toBeVisible();
  await expect(page.getByLabel('Clinic name')).toBeFocused();
  await fillSignUp(page, name);
  await page.getByLabel('Clinic address').fill(new URL(home).hostname.split('.')[0] ?? '');
  await expect(page.getByText('This address is taken')).toBeVisible();
  await page.getByLabel('Clinic address').fill('www');
  await expect(page.getByText('This address is reserved')).toBeVisible();
  await page.getByLabel('Clinic address').fill(name.toLowerCase().replace(' ', '-'));
  await expect(page.getByRole('status')).toHaveText(/ is free$/);
  await screenshots(info)(page, 'platform-sign-up-filled');
  // By keyboard, as by touch.
  await page.getByRole('textbox', { name: 'Password' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  expect(new URL(page.url()).hostname).toBe(
    `${name.toLowerCase().replace(' ', '-')}.${new URL(platform).hostname}`,
  );
  expect(new URL(page.url()).hash).toBe('');
  await expect(page.getByText('This clinic shows sample data')).toBeVisible();
  await expectAccessible(page);
  await screenshots(info)(page, 'platform-first-dashboard');
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('This clinic shows sample data')).toBeHidden();
  await page.goto(new URL('/patients', page.url()).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(page.getByText('Sample Avery')).toBeHidden();
  await expect(page.getByText('No patients yet')).toBeVisible();
});

test('what was typed stays when signing up fails', async ({ page }, info) => {
  await page.goto(`${platform}/sign-up`);
  await fillSignUp(page, `Failing ${stamp(info.project.name)}`);
  await page.route('**/api/clinics', (route) => route.abort());
  await page.getByRole('button', { name: 'Start the trial' }).click();
  await expect(page.getByRole('alert')).toContainText('could not be reached');
  await expect(page.getByLabel('Email')).toHaveValue('nora@linden.example');
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('a quite new password');
});

test('finding a forgotten clinic address has the same answer for every e-mail address', async ({
  page,
}) => {
  await page.goto(`${platform}/find`);
  await page.getByLabel('Email').fill('nobody.here@example.com');
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused();
});
