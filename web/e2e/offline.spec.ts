import { expect, test, type Locator, type Page } from '@playwright/test';

import { call } from './api';
import { home, owner, signedInFiles, signedOut, stamp } from './clinics';
import { addPatient, openScreen } from './openScreen';
import { draw } from './signature';
import { signed } from './offlineForm';
import { forms } from './offlineForms';
import {
  askAboutHealth,
  ownersPage,
  signForBotox,
  treatAsProvider,
  withReauthentication,
} from './seed';

/**
 * The network is lost while a form is filled in. What was typed and drawn stays, and is saved by another press of the same button when the
 * network is back.
 */

const offline =
  'You are offline. What you entered is still here: save it when the connection is back.';

let mark: string;
let patient: number;
let name: string;
/** The forms are opened in one page after the other's: to open the app for the first time takes as long as to fill a form in. */
let staff: Page;

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  name = `Wanda Sandoval ${mark}`;
  const page = await ownersPage(browser);
  patient = await addPatient(page, 'Wanda', mark);
  await call(page, 'POST', '/api/gfe', { patient_id: patient, vitals: 'HR: 66 bpm' });
  await askAboutHealth(page, patient);
  await signForBotox(page, patient);
  await treatAsProvider(browser, {
    patient_id: patient,
    treatment_type: 'Botox',
    areas: 'Chin',
    units: 8,
    lot: 'C7654',
  });
  await call(page, 'POST', '/api/consents/templates', {
    name: `Seeded ${mark}`,
    body: '<p>I have read this.</p>',
  });
  // Reauthenticated here, so that the forms of the team and the settings need no password.
  await withReauthentication(page, 'POST', '/api/team', {
    first_name: 'Vera',
    last_name: mark,
    email: `vera.${mark}@example.com`,
    role: 'Nurse',
    department: 'Clinical',
    status: 'inactive',
    hire_date: '2026-01-05',
  });
  await page.context().close();
  staff = await (await browser.newContext({ storageState: signedInFiles.owner })).newPage();
});
test.afterAll(() => staff.context().close());

async function expectKept(kept: readonly (readonly [field: Locator, value: string])[]) {
  for (const [field, value] of kept) {
    if (value === signed) await expect(field.getByRole('img')).toHaveAccessibleName(/: signed$/);
    else await expect(field).toHaveValue(value);
  }
}

for (const {
  what,
  path,
  heading,
  fill,
  save,
  failed,
  saved,
  after,
  dialog,
  close = 'Cancel',
} of forms) {
  test(`without a network ${what} keeps what was entered, and is saved once the network is back`, async () => {
    const page = staff;
    const context = page.context();
    const about = { mark, patient, name };
    // A form before this one may have failed without a network.
    await context.setOffline(false);
    await page.goto(home + path(about));
    await expect(page.getByRole('heading', { level: 1, name: heading(about) })).toBeVisible();
    const kept = await fill(page, about);
    await context.setOffline(true);
    await expect(page.getByText(offline)).toBeVisible();
    await save(page).click();
    await expect(failed(page).first()).toBeVisible();
    await expectKept(kept);

    // Leaving is confirmed without a network too, and nothing is lost.
    if (dialog) {
      await page.getByRole('dialog').getByRole('button', { name: close, exact: true }).click();
      await page
        .getByRole('alertdialog', { name: 'Discard what you typed?' })
        .getByRole('button', { name: 'Keep editing' })
        .click();
    } else {
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Dashboard' })
        .click();
      await page
        .getByRole('alertdialog', { name: 'Leave without saving?' })
        .getByRole('button', { name: 'Stay on this page' })
        .click();
    }
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
    await expectKept(kept);

    await context.setOffline(false);
    await expect(page.getByText(offline)).toHaveCount(0);
    await save(page).click();
    await expect(saved(page, about)).toBeVisible();
    // The success removes the notice of the failure.
    await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toHaveCount(0);
    await after?.(page);
    await page.unrouteAll();
  });
}

test('a patient draws and signs on a line that breaks', async ({ browser }) => {
  const owners = await ownersPage(browser);
  const [consent] = await call<{ id: number }[]>(owners, 'GET', '/api/consents/templates');
  const { portal_url } = await call<{ portal_url: string }>(
    owners,
    'POST',
    `/api/consents/${patient}/issue`,
    { templateId: consent?.id },
  );
  await owners.context().close();
  const context = await browser.newContext({ storageState: signedOut });
  const page = await context.newPage();
  await page.goto(portal_url);
  const typed = page.getByLabel('Your full name (optional)');
  await typed.fill(name);
  // The signature pad opens without a network.
  await context.setOffline(true);
  await expect(page.getByText(offline)).toBeVisible();
  await page.getByRole('button', { name: 'Add a drawn signature' }).click();
  const pad = page.getByRole('group', { name: 'Your signature (optional)' });
  await draw(page, pad);
  await page.getByRole('button', { name: 'Sign consent' }).click();
  await expect(page.getByText('Error signing consent. Please try again.')).toBeVisible();
  await expectKept([
    [typed, name],
    [pad, signed],
  ]);
  await context.setOffline(false);
  await expect(page.getByText(offline)).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign consent' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(page.getByAltText('Your drawn signature')).toBeVisible();
  await context.close();
});

test('a session that ends without a network hides the page, and signing in again restores what was typed', async ({
  page,
  context,
}) => {
  await openScreen(page, `/gfe/${patient}?new`, 'Good Faith Exam');
  const vitals = page.getByRole('textbox', { name: 'Vitals' });
  await vitals.fill('HR: 70 bpm');
  // Only assets fail: the calls must report that the session is over.
  await page.route('**/assets/**', (route) => route.abort('internetdisconnected'));
  await page.route('**/api/gfe', (route) =>
    route.fulfill({ status: 401, json: { error: 'Please sign in.', code: 'signed_out' } }),
  );
  await page.getByRole('button', { name: 'Save exam' }).click();
  await expect(page.getByRole('dialog', { name: 'Your session ended' })).toBeVisible();
  await expect(page.locator('textarea').first()).toHaveValue('HR: 70 bpm');
  await page.unrouteAll();
  await context.unrouteAll();

  // After signing in again the form is as it was.
  const ended = page.getByRole('dialog', { name: 'Your session ended' });
  await ended.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await expect(ended).toBeHidden();
  await expect(vitals).toHaveValue('HR: 70 bpm');
  await page.getByRole('button', { name: 'Save exam' }).click();
  await expect(page.getByText('GFE Exam saved successfully!')).toBeVisible();
});

test('code that a newer release has replaced is reported over the form, which stays', async ({
  page,
}) => {
  // Before dialogs are preloaded.
  await page.route(/\/assets\/AddPatientDialog/, (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  await openScreen(page, '/patients', 'Clients');
  await page.getByLabel('Search patients').fill(mark);
  await page.getByRole('button', { name: 'Add patient' }).first().click();
  const dialog = page.getByRole('alertdialog', { name: 'This could not be opened' });
  await expect(dialog).toContainText(
    'If Celadon was updated meanwhile, save what you entered, then reload.',
  );
  await page.unroute(/\/assets\/AddPatientDialog/);
  // A browser may keep a script that failed for as long as the page is open (whatwg/html#6768; Chromium does since version 148).
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const opened = page.getByRole('dialog', { name: 'Add patient' });
  await expect(opened.or(dialog.getByText(/^It still cannot be opened\./))).toBeVisible();
  await expect(page.getByLabel('Search patients', { exact: true })).toHaveValue(mark);
  if (await dialog.isVisible()) {
    await dialog.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Add patient' }).first().click();
  }
  await opened.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Search patients')).toHaveValue(mark);
});

test('a list stays when it cannot be refreshed, and is refreshed by itself later', async ({
  page,
  context,
  browser,
}) => {
  const owners = await ownersPage(browser);
  await openScreen(page, `/patients?search=${mark}`, 'Clients');
  await expect(page.getByText(name)).toBeVisible();
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText(offline)).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  await addPatient(owners, 'Zelda', mark);
  await context.setOffline(false);
  await expect(page.getByText(`Zelda Sandoval ${mark}`)).toBeVisible();
  await owners.context().close();
});
