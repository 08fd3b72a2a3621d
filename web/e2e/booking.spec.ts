import { readFileSync } from 'node:fs';

import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { watchBrowser } from './browserLog';
import { home, signedOut, stamp } from './clinics';
import { clinicDay, mailedCode } from './online';
import { screenshots } from './screenshots';
import { ownersPage } from './seed';

const phone = {
  storageState: signedOut,
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};
let mark: string;
let service: { id: number; name: string };

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  // A service and a provider whose days are still free, whatever was booked in this clinic before.
  const { member } = await call<{ member: { id: number } }>(page, 'POST', '/api/team', {
    first_name: 'Ines',
    last_name: `Vogt ${mark}`,
    email: `ines.${mark}@example.com`,
    role: 'Provider',
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-05',
  });
  const name = `Peel ${mark}`;
  const { id } = await call<{ id: number }>(page, 'POST', '/api/services', {
    name,
    minutes: 30,
    performer_ids: [member.id],
  });
  service = { id, name };
  await call(page, 'PUT', '/api/booking/settings', {
    mode: 'requested',
    lead_hours: 24,
    horizon_days: 60,
    chooses_provider: true,
    service_ids: null,
    member_ids: null,
    policy: 'Please cancel a day ahead, by the link in our mail or by phone.',
  });
  await page.context().close();
});

test.afterAll(async ({ browser }) => {
  const page = await ownersPage(browser);
  await call(page, 'POST', `/api/services/${service.id}/retire`);
  await page.context().close();
});

/** The steps of a patient on the phone, up to the code. */
async function askFor(page: Page, address: string, look: (name: string) => Promise<void>) {
  await page.goto(`${home}/book`);
  await expect(page.getByRole('heading', { name: 'Book an appointment' })).toBeVisible();
  await look('services');
  await page.getByRole('button', { name: service.name }).click();
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeFocused();
  const time = page.locator('details').getByRole('button').first();
  await expect(time).toBeVisible();
  await look('times');
  await time.click();
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused();
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await look('details-missing');
  await page.getByLabel('First name').fill('Ida');
  await page.getByLabel('Last name').fill(`Online ${mark}`);
  await page.getByLabel('E-mail address').fill(address);
  await page.getByLabel('A word for the clinic').fill('I come by bus.');
  await page.getByLabel('I accept the booking policy').check();
  await page.getByRole('button', { name: 'Send me the code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeFocused();
}

test('a patient asks for a visit on the phone, and the desk accepts it', async ({
  page,
  browser,
}, info) => {
  const shoot = screenshots(info, 'booking');
  const address = `ida.${mark}@example.com`;
  const context = await browser.newContext(phone);
  const browserLog = await watchBrowser(context, home);
  const patients = await context.newPage();
  const look = async (name: string) => {
    await shoot(patients, name);
    await expectAccessible(patients);
  };
  await askFor(patients, address, look);
  await look('code');
  await patients.getByRole('textbox', { name: 'Code' }).fill(await mailedCode(address));
  await patients.getByRole('button', { name: 'Ask for the appointment' }).click();
  await expect(patients.getByRole('heading', { name: 'Your request is sent' })).toBeFocused();
  await look('requested');
  const downloading = patients.waitForEvent('download');
  await patients.getByRole('link', { name: 'Add to my calendar' }).click();
  const file = readFileSync(await (await downloading).path(), 'utf8');
  expect(file).toContain('STATUS:TENTATIVE');
  expect(file).not.toContain(service.name);
  await patients.getByRole('link', { name: 'See or cancel the appointment' }).click();
  await expect(patients.getByText(/^You have asked /)).toBeVisible();
  await look('waits');

  // The desk: a mark on the calendar and in the list, accepted in the panel.
  await page.goto(`${home}/appointments`);
  const found = await call<
    { id: number; last_name: string; starts_at: string; requested_at: string | null }[]
  >(page, 'GET', '/api/appointments');
  const requested = found.find(({ last_name }) => last_name === `Online ${mark}`);
  expect(requested?.requested_at).not.toBeNull();
  const day = clinicDay(requested?.starts_at ?? '');
  await page.goto(`${home}/appointments?view=day&date=${day}`);
  const card = page.getByRole('button', {
    name: new RegExp(`Ida Online ${mark}, ${service.name}, Requested`),
  });
  await expect(card).toBeVisible();
  await card.click();
  await expect(page.getByText('Requested online')).toBeVisible();
  await shoot(page, 'desk', false);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Decline…' }).click();
  const dialog = page.getByRole('dialog', { name: `Decline the request of Ida Online ${mark}?` });
  await expect(dialog.getByLabel(/^Reason/)).toBeFocused();
  await shoot(page, 'desk-decline', false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(`Ida Online ${mark} is booked. The client is told.`)).toBeVisible();
  await expect(page.getByText('Requested online')).toBeHidden();

  await patients.reload();
  await expect(patients.getByText(/^You have an appointment at /)).toBeVisible();
  browserLog.expectNoErrors();
  await context.close();
});

test('a clinic’s booking page cannot be framed by another page', async ({ page }) => {
  const answer = await page.goto(`${home}/book`);
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
});
