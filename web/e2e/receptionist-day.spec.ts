import { expect, test, type Browser, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { watchBrowser } from './browserLog';
import { home, signedInFiles, stamp } from './clinics';
import { inDays } from './dates';
import { addPatient } from './openScreen';
import { screenshots } from './screenshots';
import { ownersPage, withReauthentication } from './seed';

let mark: string;
let provider: { id: number; name: string };
const people = { dora: { id: 0, name: '' }, enid: { id: 0, name: '' } };

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  // One whose days are still free, whatever was booked in this clinic before.
  const { member } = await call<{ member: { id: number } }>(page, 'POST', '/api/team', {
    first_name: 'Vera',
    last_name: `Lang ${mark}`,
    email: `vera.${mark}@example.com`,
    role: 'Provider',
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-05',
  });
  provider = { id: member.id, name: `Vera Lang ${mark}` };
  people.dora = { id: await addPatient(page, 'Dora', mark), name: `Dora Sandoval ${mark}` };
  people.enid = { id: await addPatient(page, 'Enid', mark), name: `Enid Sandoval ${mark}` };
  await page.context().close();
});

test.afterAll(async ({ browser }) => {
  const page = await ownersPage(browser);
  for (const { id, provider_id } of await call<{ id: number; provider_id: number | null }[]>(
    page,
    'GET',
    '/api/waitlist',
  )) {
    if (provider_id === provider.id)
      await call(page, 'PATCH', `/api/waitlist/${id}`, { status: 'Removed' });
  }
  await call(page, 'DELETE', `/api/team/${provider.id}`);
  await page.context().close();
});

/** The appointment in the day, by what it says. */
const card = (page: Page, text: string) =>
  page.getByRole('button', { name: new RegExp(`^${text}`) });

/** The same day on another screen, in a browser of its own. */
async function secondScreen(browser: Browser, address: string) {
  const context = await browser.newContext({
    storageState: signedInFiles.owner,
    viewport: { width: 1180, height: 820 },
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(address);
  await expect(page.getByRole('group', { name: 'Appointments by the hour' })).toBeVisible();
  return page;
}

/** A saved change on one screen appears on the other by itself, with the request that this one makes every ten seconds. */
async function expectOn(other: Page, text: string, count = 1) {
  await other.clock.fastForward(10_000);
  await expect(card(other, text)).toHaveCount(count);
}

test('a day at the desk with two screens open: booked, moved by dragging, cancelled, filled from the waitlist, repeated, and received', async ({
  page,
  browser,
}, info) => {
  test.slow();
  const shoot = screenshots(info, 'receptionist-day');
  const { dora, enid } = people;
  const browserLog = await watchBrowser(page.context(), home);
  await page.goto(`${home}/patients`);
  const date = await inDays(page, 6);
  const address = `${home}/appointments?view=day&date=${date}&provider=${provider.id}`;
  await page.goto(address);
  const grid = page.getByRole('group', { name: 'Appointments by the hour' });
  await expect(grid).toContainText('Nobody booked');
  const other = await secondScreen(browser, address);

  // Somebody waits for a time with this provider.
  await call(page, 'POST', '/api/waitlist', {
    patient_id: enid.id,
    service: 'Follow-up',
    provider_id: provider.id,
    note: 'Comes at once',
  });

  // Booked on one screen, it appears on the other by itself. Free times begin with the day on the screen.
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  const booking = page.getByRole('dialog', { name: 'Book an appointment' });
  await booking.getByRole('combobox', { name: 'Patient' }).fill(dora.name);
  await page.getByRole('option').filter({ hasText: 'Dora' }).click();
  await booking.getByLabel('Service').selectOption('Botox');
  await booking.getByLabel('Date and time').fill(`${date}T09:00`);
  await booking.getByLabel('Provider').selectOption(String(provider.id));
  await shoot(page, 'book', false);
  await booking.getByRole('button', { name: 'Book appointment' }).click();
  const confirm = booking.getByRole('button', { name: 'Book anyway' });
  await expect(confirm.or(card(page, '9:00 AM'))).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(booking).toBeHidden();
  await expect(card(page, `9:00 AM to 9:30 AM, ${dora.name}, Botox, Booked`)).toBeVisible();
  await expectOn(other, `9:00 AM to 9:30 AM, ${dora.name}, Botox, Booked`);

  // Dragged an hour down: the dialog shows both times and who is told.
  const box = await card(page, '9:00 AM').boundingBox();
  if (!box) throw new Error('The appointment is not drawn.');
  await page.mouse.move(box.x + 30, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + 60, { steps: 5 });
  await page.mouse.move(box.x + 30, box.y + 106, { steps: 5 });
  await page.mouse.up();
  const moving = page.getByRole('dialog', { name: `Move ${dora.name}` });
  await expect(moving.getByRole('group', { name: 'From' })).toContainText('9:00 AM, 30 min');
  await expect(moving.getByRole('group', { name: 'To' })).toContainText('10:00 AM, 30 min');
  await expect(moving.getByText(/the patient/i).first()).toBeVisible();
  await shoot(page, 'move', false);
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  const anyway = moving.getByRole('button', { name: 'Move anyway' });
  await expect(anyway.or(card(page, '10:00 AM'))).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(moving).toBeHidden();
  await expect(card(page, `10:00 AM to 10:30 AM, ${dora.name}`)).toBeVisible();
  await expectOn(other, `10:00 AM to 10:30 AM, ${dora.name}`);

  // Cancelled with a reason: whoever waits for a time like this is offered at once.
  await card(page, '10:00 AM').click();
  await page.getByRole('button', { name: 'Cancel visit' }).click();
  const cancelling = page.getByRole('dialog', { name: `Cancel ${dora.name}?` });
  await cancelling.getByLabel('Reason').fill('Has a cold');
  await cancelling.getByRole('button', { name: 'Cancel the visit' }).click();
  await expect(cancelling).toBeHidden();
  await expect(
    page.getByText(
      /^\d+ (person waits|people wait) for a time like this: .*10:00 AM, 30 min with Vera/,
    ),
  ).toBeVisible();
  await expectOn(other, '10:00 AM', 0);
  await page.getByRole('button', { name: 'See who' }).click();
  await shoot(page, 'waiting', false);
  await page.getByRole('button', { name: `Book this time for ${enid.name}` }).click();
  await expect(booking.getByRole('combobox', { name: 'Patient' })).toHaveValue(enid.name);
  await expect(booking.getByLabel('Service')).toHaveValue('Follow-up');
  await expect(booking.getByLabel('Date and time')).toHaveValue(`${date}T10:00`);
  await booking.getByRole('button', { name: 'Book appointment' }).click();
  await expect(confirm.or(card(page, '10:00 AM'))).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(card(page, `10:00 AM to 10:15 AM, ${enid.name}, Follow-up, Booked`)).toBeVisible();
  await expectOn(other, `10:00 AM to 10:15 AM, ${enid.name}`);
  await expect
    .poll(async () =>
      (await call<{ patient_id: number }[]>(page, 'GET', '/api/waitlist')).some(
        ({ patient_id }) => patient_id === enid.id,
      ),
    )
    .toBe(false);

  // Three sessions, four weeks apart, booked at once; the other screen has the first one.
  const taken = await call<{ id: number }>(page, 'POST', '/api/appointments', {
    patient_id: enid.id,
    appointment_time: `${await inDays(page, 34)}T13:00`,
    provider_id: provider.id,
    service: 'Follow-up',
  });
  await page.getByRole('button', { name: 'Book', exact: true }).click();
  await booking.getByRole('combobox', { name: 'Patient' }).fill(dora.name);
  await page.getByRole('option').filter({ hasText: 'Dora' }).click();
  await booking.getByLabel('Service').selectOption('PRP/PRF Face');
  await booking.getByLabel('Date and time').fill(`${date}T13:00`);
  await booking.getByLabel('Provider').selectOption(String(provider.id));
  await booking.getByRole('checkbox', { name: 'Repeat' }).check();
  // The second is taken: the form says so before anything is booked, and leaves it out. A fourth one replaces it.
  await expect(
    booking.getByText('2 of 3 times are free. Change or leave out the other visits.'),
  ).toBeVisible();
  const dates = booking.getByRole('list', { name: /^Visits/ }).getByRole('listitem');
  await expect(dates.nth(1)).toContainText('This provider has another appointment at that time.');
  await booking.getByLabel('Number of visits').fill('4');
  await dates
    .nth(1)
    .getByRole('button', { name: /^Leave out/ })
    .click();
  await expect(booking.getByText('All 3 times are free.')).toBeVisible();
  await expect(dates).toHaveCount(4);
  await expectAccessible(page);
  await shoot(page, 'series', false);
  await booking.getByRole('button', { name: 'Book appointment' }).click();
  const series = page.getByText(`${dora.name} is booked for 3 visits, from`);
  await expect(confirm.or(series)).toBeVisible();
  if (await confirm.isVisible()) await confirm.click();
  await expect(series).toBeVisible();
  await expect(card(page, `1:00 PM to .*, ${dora.name}, PRP/PRF Face, Booked`)).toBeVisible();
  await expectOn(other, `1:00 PM to .*, ${dora.name}, PRP/PRF Face, Booked`);

  // From the arrival to the end of the visit, each step on the other screen too.
  await card(page, `10:00 AM to 10:15 AM, ${enid.name}`).click();
  const panel = page
    .getByRole('complementary', { name: enid.name })
    .or(page.getByRole('dialog', { name: enid.name }));
  await panel.getByRole('button', { name: 'Check in' }).click();
  await expect(card(page, `10:00 AM to 10:15 AM, ${enid.name}, Follow-up, Arrived`)).toBeVisible();
  await expectOn(other, `10:00 AM to 10:15 AM, ${enid.name}, Follow-up, Arrived`);
  await panel.getByRole('button', { name: 'To the room' }).click();
  await expect(panel.getByRole('button', { name: 'In room' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await panel.getByRole('button', { name: 'Complete the visit' }).click();
  await expect(
    card(page, `10:00 AM to 10:15 AM, ${enid.name}, Follow-up, Completed`),
  ).toBeVisible();
  await expectOn(other, `10:00 AM to 10:15 AM, ${enid.name}, Follow-up, Completed`);

  // The one that was in the way is cancelled elsewhere: Today offers its time to whoever waits for one like it.
  await call(page, 'POST', `/api/appointments/${taken.id}/status`, {
    status: 'Cancelled',
    reason: 'Has a cold',
  });
  await call(page, 'POST', '/api/waitlist', {
    patient_id: dora.id,
    service: 'Follow-up',
    provider_id: provider.id,
  });
  await other.goto(home);
  const offers = other
    .getByRole('region', { name: 'Free again, with patients waiting' })
    .getByRole('listitem')
    .filter({ hasText: `${dora.name} waits` });
  const offer = offers.filter({ hasText: '1:00 PM' });
  // So is the time from which the first one was dragged.
  await expect(offers.filter({ hasText: '9:00 AM' })).toBeVisible();
  await expect(offer).toBeVisible();
  await shoot(other, 'today', false);
  await offer.getByRole('link', { name: /^Offer/ }).click();
  await expect(
    other.getByRole('button', { name: `Book this time for ${dora.name}` }),
  ).toBeVisible();
  await shoot(other, 'offer', false);
  await other.getByRole('button', { name: `Book this time for ${dora.name}` }).click();
  const offered = other.getByRole('dialog', { name: 'Book an appointment' });
  await expect(offered.getByRole('combobox', { name: 'Patient' })).toHaveValue(dora.name);
  await offered.getByRole('button', { name: 'Book appointment' }).click();
  const all = offered.getByRole('button', { name: 'Book anyway' });
  await expect(all.or(card(other, `1:00 PM to 1:15 PM, ${dora.name}`))).toBeVisible();
  if (await all.isVisible()) await all.click();
  await expect(card(other, `1:00 PM to 1:15 PM, ${dora.name}, Follow-up, Booked`)).toBeVisible();
  await other.goto(home);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await other.goto(address);
  await shoot(other, 'other', false);
  browserLog.expectNoErrors();
  await other.context().close();
});

test('the appointments of a provider who has left are given to another one, and a conflict is named in its row', async ({
  page,
}, info) => {
  const shoot = screenshots(info, 'reassign');
  await page.goto(`${home}/patients`);
  const date = await inDays(page, 9);
  const { member } = await withReauthentication<{ member: { id: number } }>(
    page,
    'POST',
    '/api/team',
    {
      first_name: 'Wanda',
      last_name: `Lang ${mark}`,
      email: `wanda.${mark}@example.com`,
      role: 'Provider',
      department: 'Clinical',
      status: 'active',
      hire_date: '2026-01-05',
    },
  );
  const book = (patient: number, whose: number, time: string) =>
    call(page, 'POST', '/api/appointments', {
      patient_id: patient,
      appointment_time: `${date}T${time}`,
      provider_id: whose,
      service: 'Botox',
    });
  await book(people.dora.id, member.id, '09:00');
  await book(people.enid.id, member.id, '11:00');
  await book(people.enid.id, provider.id, '09:15');
  await withReauthentication(page, 'DELETE', `/api/team/${member.id}`);

  await page.goto(`${home}/team?appointments=${member.id}`);
  const dialog = page.getByRole('dialog', { name: `Appointments of Wanda Lang ${mark}` });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByLabel('Give to').first().selectOption({ label: provider.name });
  await dialog.getByRole('button', { name: 'Give all 2' }).click();
  await expect(
    dialog.getByText('This provider has another appointment at that time.'),
  ).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await shoot(page, 'conflict', false);
  await dialog
    .getByRole('button', { name: new RegExp(`^Book anyway: ${people.dora.name}`) })
    .click();
  await expect(dialog.getByText('No appointments lie ahead')).toBeVisible();
});
