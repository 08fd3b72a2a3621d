import { expect, test, type Page } from '@playwright/test';

import { expectAccessible, expectNoSidewaysScroll } from './accessible';
import { call } from './api';
import { home, signedOut, owner, stamp } from './clinics';
import { inDays, inWords } from './dates';
import { showAllTexts } from './examTexts';
import { addPatient, openScreen } from './openScreen';
import { tabTo } from './keyboard';
import { ownersPage } from './seed';
import { screenshots } from './screenshots';
import { watchBrowser } from './browserLog';

interface Settings {
  name: string;
  time_zone: string;
  findings: { pe: { skin: string[] } };
}

let before: Settings;
let mark: string;

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(`s${info.project.name}`);
  const page = await ownersPage(browser);
  before = await call<Settings>(page, 'GET', '/api/clinic/settings');
  // Reauthenticate, however long the earlier tests took.
  await call(page, 'POST', '/api/auth/prove', { password: owner.password });
  await page.context().close();
});

/** Restores the clinic for the other tests. */
test.afterEach(async ({ browser }) => {
  const page = await ownersPage(browser);
  await call(page, 'PUT', '/api/clinic/settings', before);
  await page.context().close();
});

async function openSettings(page: Page) {
  const account = page.getByRole('button', { name: /^Account: / });
  if (!(await account.isVisible()))
    await page.getByRole('button', { name: 'More', exact: true }).click();
  await account.click();
  await page
    .getByRole('dialog', { name: 'Your account' })
    .getByRole('link', { name: 'Clinic settings' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clinic settings' })).toBeVisible();
  await expect(page).toHaveTitle('Clinic settings · Celadon');
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible();
}

test('a finding added with the keyboard alone is offered by the exam, and is appended', async ({
  page,
}, info) => {
  const shoot = screenshots(info, 'settings');
  const browserLog = await openScreen(page, '/', 'Dashboard');
  await openSettings(page);
  await expectAccessible(page);
  await shoot(page, 'clinic');

  await page.getByLabel('List', { exact: true }).selectOption('Skin PE');
  const finding = `Freckled ${mark}`;
  const list = page.getByRole('list', { name: 'Entries of Skin PE' }).getByRole('textbox');
  const count = before.findings.pe.skin.length;
  await tabTo(page, page.getByLabel('New entry for Skin PE'), 120);
  await page.keyboard.type(finding);
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(count + 1);
  await expect(list.last()).toHaveValue(finding);
  const up = page.getByRole('button', { name: `Move ${finding} up` });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(list.nth(count - 1)).toHaveValue(finding);
  await expect(up).toBeFocused();
  await expectAccessible(page);
  await shoot(page, 'lists');
  await tabTo(page, page.getByRole('button', { name: 'Save settings' }), 120);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Clinic settings saved.')).toBeVisible();

  const id = await addPatient(page, 'Ines', mark);
  await page.goto(`${home}/gfe/${id}`);
  await showAllTexts(page);
  const text = page.getByRole('textbox', { name: 'Skin PE', exact: true });
  await text.fill('Warm and dry');
  const picker = page.getByRole('combobox', { name: 'Add to Skin PE' });
  await expect(picker.locator('option').nth(count)).toHaveText(finding);
  await picker.selectOption(finding);
  await expect(text).toHaveValue(`Warm and dry; ${finding}`);
  await call(page, 'POST', '/api/gfe', { patient_id: id, pe_skin: `Warm and dry; ${finding}` });
  browserLog.expectNoErrors();
});

test('a new name and zone are in the shell and on the appointments at once', async ({ page }) => {
  const browserLog = await openScreen(page, '/appointments', 'Appointments');
  const id = await addPatient(page, 'Zoe', mark);
  const date = await inDays(page, 4);
  const { starts_at } = await call<{ starts_at: string }>(page, 'POST', '/api/appointments', {
    patient_id: id,
    appointment_time: `${date}T12:00`,
  });
  await page.reload();
  const visit = page
    .getByRole('region', { name: inWords(date) })
    .getByRole('listitem')
    .filter({ hasText: `Zoe Sandoval ${mark}` });
  await expect(visit).toContainText('12:00 PM');

  await openSettings(page);
  const zone =
    before.time_zone === 'America/Los_Angeles' ? 'America/Denver' : 'America/Los_Angeles';
  const name = `Renamed ${mark}`;
  await page.getByLabel('Name', { exact: false }).first().fill(name);
  await page.getByLabel('Time zone').fill(zone.toLowerCase().replace('_', ' '));
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Clinic settings saved.')).toBeVisible();
  await expect(page.getByLabel('Time zone')).toHaveValue(zone);

  const menu = page.getByRole('button', { name: 'More', exact: true });
  if (await menu.isVisible()) await menu.click();
  await expect(page.getByText(name).first()).toBeVisible();
  await page.getByRole('link', { name: 'Appointments' }).first().click();
  const there = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' }).format(
    new Date(starts_at),
  );
  expect(there).not.toBe('12:00 PM');
  await expect(visit).toContainText(there);
  await expect(visit).not.toContainText('12:00 PM –');
  browserLog.expectNoErrors();
});

test('the clinic is named before anybody signs in, whatever it is called, and nothing in a name runs', async ({
  page,
  browser,
}) => {
  const name = `<b>Bold</b> & "Sons" <script>document['title']='ran'</script>`;
  await openScreen(page, '/', 'Dashboard');
  await call(page, 'PUT', '/api/clinic/settings', { ...before, name });
  const visitor = await (await browser.newContext({ storageState: signedOut })).newPage();
  const browserLog = await watchBrowser(visitor.context(), home);
  for (const [path, heading] of [
    ['/sign-in', 'Sign in'],
    ['/forgot-password', 'Forgot your password'],
    ['/invite/anything', 'Welcome'],
    ['/reset/anything', 'Choose a new password'],
    ['/portal/sign', 'Invalid Link'],
  ] as const) {
    await visitor.goto(home + path);
    await expect(visitor.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(visitor.getByText(name, { exact: true })).toBeVisible();
    await expect(visitor).toHaveTitle(/ · Celadon$/);
    await expectAccessible(visitor);
    // A name may be longer than a phone is wide.
    await visitor.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(visitor);
    await visitor.setViewportSize({ width: 1180, height: 820 });
  }
  browserLog.expectNoErrors();
  await visitor.context().close();
});

test('leaving with an unsaved change asks first, and errors are shown at their fields', async ({
  page,
}) => {
  const browserLog = await openScreen(page, '/', 'Dashboard');
  await openSettings(page);
  await page.getByLabel(/^Minutes until/).fill('90');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Enter a whole number from 5 to 60.')).toBeVisible();
  await expect(page.getByLabel(/^Minutes until/)).toBeFocused();
  await page.goBack();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByLabel(/^Minutes until/)).toHaveValue('90');
  await expectAccessible(page);
  browserLog.expectNoErrors();
});
