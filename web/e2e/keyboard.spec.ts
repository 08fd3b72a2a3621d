import { expect, test } from '@playwright/test';

import { expectNoSidewaysScroll } from './accessible';
import { home, signedOut, owner, stamp } from './clinics';
import { expectSignature } from './signature';
import { tabTo } from './keyboard';
import { clear, seed, type Seeded } from './seed';
import { screenshots } from './screenshots';

let seeded: Seeded;
test.beforeAll(async ({ browser }, info) => {
  seeded = await seed(browser, stamp(`k${info.project.name}`));
});
test.afterAll(({ browser }) => clear(browser, seeded));

test('the keyboard alone adds a patient', async ({ page }, info) => {
  const last = `Keys ${stamp(info.project.name)}`;
  await page.goto(`${home}/patients`);
  const add = page.getByRole('button', { name: 'Add patient' });
  await tabTo(page, add);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add patient' });
  await expect(dialog.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Una');
  await page.keyboard.press('Tab');
  await page.keyboard.type(last);
  await tabTo(page, dialog.getByLabel('Birth date'));
  await page.keyboard.type('04231991');
  await tabTo(page, dialog.getByLabel('Email'));
  await page.keyboard.type('una@');
  await page.keyboard.press('Enter');
  // The first invalid field gets the focus.
  await expect(dialog.getByText('Enter a valid email address')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('nowhere.example.com');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`Una ${last} was added.`)).toBeVisible();
  // The focus is back where the dialog was opened.
  await expect(add).toBeFocused();
});

test('Escape closes a dialog, and asks first when something was typed', async ({ page }) => {
  await page.goto(`${home}/patients`);
  await tabTo(page, page.getByRole('button', { name: 'Add patient' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add patient' });
  await expect(dialog.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Half a');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('First name')).toHaveValue('Half a');
  await page.keyboard.press('Escape');
  await tabTo(page, question.getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
});

test('the keyboard alone signs a treatment with a typed name', async ({ page }, info) => {
  await page.goto(`${home}/patients/${seeded.patientId}`);
  const form = page.getByRole('form', { name: 'New treatment' });
  await tabTo(page, form.getByLabel('Areas'));
  await page.keyboard.type('Forehead');
  await tabTo(page, form.getByLabel('Lot'));
  await page.keyboard.type('K1');
  const signature = form.getByRole('group', { name: 'Provider signature' });
  await tabTo(page, signature.getByRole('button', { name: 'Type instead' }));
  await page.keyboard.press('Enter');
  await expect(signature.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type(owner.name);
  await screenshots(info, 'keyboard')(page, 'typed-signature');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url() === `${home}/api/treatments`,
  );
  await tabTo(page, form.getByRole('button', { name: 'Save treatment' }));
  await page.keyboard.press('Enter');
  await expectSignature(
    page,
    ((await sent).postDataJSON() as { provider_signature: string }).provider_signature,
    400,
    100,
  );
  await expect(page.getByText('Treatment saved.')).toBeVisible();
});

test.describe('a patient with only the link', () => {
  test.use({ storageState: signedOut });

  test('reads at twice the size, in any width, without scrolling sideways', async ({
    page,
  }, info) => {
    const shoot = screenshots(info, 'zoom');
    await page.goto(home + seeded.waiting);
    await expect(page.getByRole('heading', { level: 1, name: 'Hello Ida' })).toBeVisible();
    // 320 px is the width at 400 % zoom (WCAG 1.4.10).
    for (const [name, width, height] of [
      ['200', 590, 410],
      ['400', 320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Sign consent' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: 'Sign consent' })).toBeInViewport();
      await shoot(page, name, false);
    }
    // Larger text alone, as in a phone's settings.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectNoSidewaysScroll(page);
    await shoot(page, 'letters');
  });

  test('signs with the keyboard alone', async ({ page }) => {
    await page.goto(home + seeded.waiting);
    await tabTo(page, page.getByLabel('Your full name (optional)'));
    await page.keyboard.type(seeded.name);
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/sign') && request.method() === 'POST',
    );
    await tabTo(page, page.getByRole('button', { name: 'Sign consent' }));
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      electronic_consent: true,
      typed_name: seeded.name,
      notice_version: 1,
      act_version: 1,
    });
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible();
    await expect(page.getByText(`Signed electronically by ${seeded.name}`)).toBeVisible();
  });
});
