import { expect, test, type Page } from '@playwright/test';

import { openEmpty } from './api';
import { home, owner, signedOut, stamp } from './clinics';
import { addPatient, openScreen } from './openScreen';
import { expectSignature } from './signature';
import { choose, enter, tabTo, type, typeSignature } from './keyboard';
import { clear, seed, type Seeded } from './seed';

/** Every form of the staff's app, filled in and sent by keyboard, with its signature. */

let mark: string;
let seeded: Seeded;
test.beforeAll(async ({ browser }, info) => {
  mark = stamp(`f${info.project.name}`);
  seeded = await seed(browser, mark);
});
test.afterAll(({ browser }) => clear(browser, seeded));

const says = (page: Page, words: string | RegExp) =>
  expect(page.getByText(words).first()).toBeVisible();
const posted = (page: Page, path: string) =>
  page.waitForRequest((request) => request.method() === 'POST' && request.url() === home + path);

test.describe('a visitor who is not signed in', () => {
  test.use({ storageState: signedOut });

  test('signs in', async ({ page }) => {
    await page.goto(`${home}/sign-in`);
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(owner.email);
    await type(page, page.getByRole('textbox', { name: 'Password' }), owner.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });
});

test('an appointment is booked', async ({ page }) => {
  await openScreen(page, '/appointments', 'Appointments');
  const form = page.getByRole('form', { name: 'Book an appointment' });
  await tabTo(page, form.getByRole('combobox', { name: 'Patient' }));
  await page.keyboard.type(mark);
  await expect(
    page.getByRole('listbox', { name: 'Patients found' }).getByRole('option'),
  ).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(form.getByRole('combobox', { name: 'Patient' })).toHaveValue(seeded.name);
  await tabTo(page, form.getByLabel('Date and time'));
  await page.keyboard.type('03042031');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('0930AM');
  await expect(form.getByLabel('Date and time')).toHaveValue('2031-03-04T09:30');
  await choose(page, form.getByRole('combobox', { name: 'Service' }), 'Consultation');
  await enter(page, form.getByRole('button', { name: 'Book appointment' }));
  await says(page, 'This is more than a year ahead.');
  await enter(page, form.getByRole('button', { name: 'Book anyway' }));
  await says(page, `${seeded.name} is booked for `);
});

test('an exam is written', async ({ page }) => {
  await openScreen(page, `/gfe/${seeded.patientId}`, 'Good Faith Exam');
  await enter(page, page.getByRole('button', { name: 'New exam' }));
  await expect(page.getByRole('form', { name: 'Good Faith Exam' })).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'BP systolic' }));
  await page.keyboard.type('118/76');
  await enter(page, page.getByRole('button', { name: 'Quick add' }));
  await enter(page, page.getByRole('button', { name: 'Add HR' }));
  await page.keyboard.type('64');
  await expect(page.getByRole('textbox', { name: 'Vitals' })).toHaveValue(
    'BP: 118/76 mmHg, HR: 64 bpm',
  );
  await enter(page, page.getByRole('button', { name: 'Normal: Neurological PE' }));
  await tabTo(page, page.getByRole('button', { name: 'Skin: texts' }), 200);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Skin ROS', exact: true }), 200);
  await page.keyboard.type('Denies rash');
  await enter(page, page.getByRole('button', { name: 'Save exam' }));
  await says(page, 'GFE Exam saved successfully!');
});

test('an estimate is signed by both', async ({ page }) => {
  await openEmpty(page);
  const id = await addPatient(page, 'Kim', mark);
  await openScreen(page, `/gfe-estimate/${id}`, 'Good Faith Estimate');
  await type(page, page.getByRole('textbox', { name: 'Provider', exact: true }), 'Claire Donovan');
  const face = page.getByRole('region', { name: 'Face', exact: true });
  await choose(page, face.getByLabel('Service'), 'Chemical', 'Chemical Peel per session');
  await type(page, face.getByLabel('Quantity'), '2');
  await expect(
    page.getByText('Grand total $300.00').filter({ visible: true }).first(),
  ).toBeVisible();
  await typeSignature(
    page,
    page.getByRole('group', { name: 'Patient signature' }),
    `Kim Sandoval ${mark}`,
  );
  await typeSignature(
    page,
    page.getByRole('group', { name: 'Provider signature' }),
    'Claire Donovan',
  );
  const sent = posted(page, '/api/gfe-estimate');
  await enter(page, page.getByRole('button', { name: 'Save estimate' }));
  const { pt_sig, prov_sig } = (await sent).postDataJSON() as Record<string, unknown>;
  for (const signature of [pt_sig, prov_sig]) await expectSignature(page, signature, 400, 120);
  await says(page, 'Good Faith Estimate saved successfully!');
});

test('a treatment is approved', async ({ page }) => {
  await openScreen(page, `/patients/${seeded.patientId}`, seeded.name);
  await enter(page, page.getByRole('button', { name: /^Approve: Botox/ }));
  const dialog = page.getByRole('dialog', { name: 'Approve treatment' });
  await typeSignature(page, dialog.getByRole('group', { name: 'Director signature' }), owner.name);
  const sent = page.waitForRequest((request) => request.url().endsWith('/approve'));
  await enter(page, dialog.getByRole('button', { name: 'Approve' }));
  const { director_signature } = (await sent).postDataJSON() as Record<string, unknown>;
  await expectSignature(page, director_signature, 400, 120);
});

for (const { path, heading, text, question } of [
  {
    path: '/digital-consents',
    heading: 'Consent templates',
    text: 'Consent text',
    question: 'Are you sure you want to delete this template?',
  },
  {
    path: '/gfe-templates',
    heading: 'Exam templates',
    text: 'Vitals',
    question: 'Are you sure you want to delete this GFE template?',
  },
]) {
  test(`${heading}: made, viewed, changed, copied and deleted`, async ({ page }) => {
    await openScreen(page, path, heading);
    const name = `Keys ${mark}`;
    await enter(page, page.getByRole('button', { name: 'New template' }).first());
    const dialog = page.getByRole('dialog', { name: /template$/ });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await page.keyboard.type(name);
    await type(page, dialog.getByRole('textbox', { name: text }), 'All is well');
    await enter(page, dialog.getByRole('button', { name: 'Create template' }));
    await expect(dialog).toBeHidden();
    await enter(page, page.getByRole('button', { name: `View ${name}` }));
    await expect(page.getByRole('dialog', { name })).toContainText('All is well');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `View ${name}` })).toBeFocused();
    await enter(page, page.getByRole('button', { name: `Edit ${name}` }));
    await type(page, dialog.getByLabel('Name'), `${name} again`);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await enter(page, page.getByRole('button', { name: `Duplicate ${name} again` }));
    // The copy is opened.
    await expect(dialog.getByLabel('Name')).toHaveValue(`${name} again (copy)`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    for (const one of [`${name} again (copy)`, `${name} again`]) {
      await enter(page, page.getByRole('button', { name: `Delete ${one}`, exact: true }));
      const confirmation = page.getByRole('alertdialog', { name: question });
      await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
      await enter(page, confirmation.getByRole('button', { name: 'Delete' }));
      await expect(page.getByRole('button', { name: `View ${one}`, exact: true })).toBeHidden();
    }
  });
}

test('a point rule is saved', async ({ page }) => {
  await openScreen(page, '/loyalty', 'Loyalty Program');
  const form = page.getByRole('form', { name: 'Point rule' });
  await choose(page, form.getByRole('combobox', { name: 'Service' }), 'Follow-up');
  await type(page, form.getByRole('textbox', { name: 'Points' }), '9');
  await page.keyboard.press('Enter');
  await says(page, 'Follow-up earns 9 points.');
});

test('a member is added to the team, and taken off it', async ({ page }) => {
  await openScreen(page, '/team', 'Team');
  await enter(page, page.getByRole('button', { name: 'Add team member' }));
  const dialog = page.getByRole('dialog', { name: 'New team member' });
  await expect(dialog.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Kay');
  await type(page, dialog.getByLabel('Last name'), mark);
  await type(page, dialog.getByLabel('Email'), `kay.${mark}@example.com`);
  await choose(page, dialog.getByLabel('Role'), 'Receptionist');
  await enter(page, dialog.getByRole('button', { name: 'Add team member' }));
  const invitation = page.getByRole('dialog', { name: `Invitation for Kay ${mark}` });
  await expect(invitation).toBeVisible();
  await page.keyboard.press('Escape');
  await enter(page, page.getByRole('button', { name: `Delete Kay ${mark}` }));
  await enter(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect(page.getByRole('button', { name: `Delete Kay ${mark}` })).toBeHidden();
});

test('a subscription is signed', async ({ page }) => {
  await openScreen(page, '/subscriptions', 'Subscriptions');
  const form = page.getByRole('form', { name: 'New subscription' });
  await choose(page, form.getByRole('combobox', { name: 'Plan' }), 'Basic', 'basic');
  await choose(
    page,
    form.getByRole('combobox', { name: 'Payment method' }),
    'Other',
    'Other (manual)',
  );
  await tabTo(page, form.getByRole('checkbox', { name: 'I accept these terms' }));
  await page.keyboard.press('Space');
  await typeSignature(page, form.getByRole('group', { name: 'Signature' }), owner.name);
  const sent = posted(page, '/api/subscriptions');
  await enter(page, form.getByRole('button', { name: 'Create subscription' }));
  const { sub_sig } = (await sent).postDataJSON() as Record<string, unknown>;
  await expectSignature(page, sub_sig, 400, 120);
  await says(page, 'Subscription created successfully!');
});

test('the plans are paid by the year', async ({ page }) => {
  await openScreen(page, '/pricing', 'Pricing Plans');
  // The two are one stop; the arrows go from one to the other.
  await tabTo(page, page.getByRole('button', { name: 'Monthly' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Annual/ })).toBeFocused();
  await page.keyboard.press('Space');
  await says(page, 'Save $240 a year');
  const requested = page.waitForRequest((request) =>
    request.url().endsWith('/create-checkout-session'),
  );
  await page.route('**/api/stripe/create-checkout-session', (route) => route.abort());
  await enter(page, page.getByRole('button', { name: 'Choose Plus' }));
  expect((await requested).postDataJSON()).toEqual({ plan: 'plus', billing: 'annual' });
});

test('the activity log is filtered, and the filter is cleared', async ({ page }) => {
  await openScreen(page, `/activity?patient=${seeded.patientId}`, 'Activity log');
  await choose(page, page.getByLabel('About'), 'Exams', 'exams');
  await expect(page).toHaveURL(/about=exams/);
  await enter(page, page.getByRole('button', { name: 'Clear the filter' }));
  await expect(page).toHaveURL(`${home}/activity`);
});

test('the form to book is reached before the last of the days, on a low screen too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1180, height: 640 });
  await openScreen(page, '/appointments', 'Appointments');
  await expect(page.getByRole('listitem').filter({ hasText: ' – ' }).nth(5)).toBeVisible();
  const book = page.getByRole('button', { name: 'Book appointment' });
  await book.scrollIntoViewIfNeeded();
  await expect(book).toBeInViewport({ ratio: 1 });
  const { scrolled, whole } = await page.evaluate(() => ({
    scrolled: window.scrollY + window.innerHeight,
    whole: document.documentElement.scrollHeight,
  }));
  expect(scrolled).toBeLessThan(whole - 300);
});
