import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { watchBrowser } from './browserLog';
import { home, stamp } from './clinics';
import { inDays } from './dates';
import { addPatient } from './openScreen';
import { screenshots } from './screenshots';
import { ownersPage } from './seed';

let mark: string;
let provider: { id: number; name: string };

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  // One whose days are still free, whatever was booked in this clinic before.
  const { member } = await call<{ member: { id: number } }>(page, 'POST', '/api/team', {
    first_name: 'Iris',
    last_name: `Lang ${mark}`,
    email: `iris.${mark}@example.com`,
    role: 'Provider',
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-05',
  });
  provider = { id: member.id, name: `Iris Lang ${mark}` };
  await addPatient(page, 'Dora', mark);
  await page.context().close();
});

test.afterAll(async ({ browser }) => {
  const page = await ownersPage(browser);
  await call(page, 'DELETE', `/api/team/${provider.id}`);
  await page.context().close();
});

/** The appointment in the day, by the state that it says. */
const card = (page: Page, text: string) =>
  page.getByRole('button', { name: new RegExp(`^${text}`) });
/** Takes back what this notice says: one of an earlier change may stand beside it. */
const undo = (page: Page, notice: string) =>
  page.getByRole('button', { name: new RegExp(`^Undo: .* ${notice}`) }).click();

test('a receptionist books, moves, receives, completes and cancels in the day', async ({
  page,
}, info) => {
  const shoot = screenshots(info, 'day');
  const name = `Dora Sandoval ${mark}`;
  const browserLog = await watchBrowser(page.context(), home);
  await page.goto(`${home}/patients`);
  const date = await inDays(page, 4);
  await page.goto(`${home}/appointments?view=day&date=${date}&provider=${provider.id}`);
  const grid = page.getByRole('group', { name: 'Appointments by the hour' });
  await expect(grid).toContainText('Nobody booked');

  // An empty place of the grid opens the form with its time and its provider.
  const nine = await grid.getByText('9 AM').boundingBox();
  const column = await grid.getByText(provider.name).boundingBox();
  if (!nine || !column) throw new Error('The grid has no hours.');
  await page.mouse.click(column.x + 60, nine.y + nine.height / 2 + 8);
  const booking = page.getByRole('dialog', { name: 'Book an appointment' });
  await expect(booking.getByLabel('Date and time')).toHaveValue(`${date}T09:00`);
  await expect(booking.getByLabel('Provider')).toHaveValue(String(provider.id));
  // The calendar stays in use beside the form: another place of it changes the time. Its button is always in view.
  await expect(page.locator('.MuiBackdrop-root')).toHaveCount(0);
  await page.mouse.click(column.x + 60, nine.y + nine.height / 2 + 8 + 96);
  await expect(booking.getByLabel('Date and time')).toHaveValue(`${date}T10:00`);
  await page.mouse.click(column.x + 60, nine.y + nine.height / 2 + 8);
  await expect(booking.getByLabel('Date and time')).toHaveValue(`${date}T09:00`);
  await expect(booking.getByRole('button', { name: 'Book appointment' })).toBeInViewport({
    ratio: 1,
  });
  await booking.getByRole('combobox', { name: 'Patient' }).fill(`Dora Sandoval ${mark}`);
  await page.getByRole('option').filter({ hasText: 'Dora' }).click();
  await booking.getByLabel('Service').selectOption('Botox');
  await shoot(page, 'book', false);
  await booking.getByRole('button', { name: 'Book appointment' }).click();
  await expect(booking).toBeHidden();
  await expect(card(page, `9:00 AM to 9:30 AM, ${name}, Botox, Booked`)).toBeVisible();

  // The line of the present is behind the appointments: they share a stacking context with it, in which they are higher.
  const order = (element: string, part: 'isolation' | 'zIndex') =>
    grid
      .locator(element)
      .first()
      .evaluate((node, wanted) => getComputedStyle(node)[wanted], part);
  expect(await order('.ec-events', 'isolation')).toBe('auto');
  expect(await order('.ec-event:not(.ec-bg-event)', 'zIndex')).toBe('1');

  // Without dragging: the dialog shows the old time and the new one.
  await card(page, '9:00 AM').click();
  await page.getByRole('button', { name: 'Move to…' }).click();
  const moving = page.getByRole('dialog', { name: `Move ${name}` });
  await moving.getByLabel('Date and time').fill(`${date}T11:15`);
  await expect(moving.getByRole('group', { name: 'From' })).toContainText('9:00 AM, 30 min');
  await expect(moving.getByRole('group', { name: 'To' })).toContainText('11:15 AM, 30 min');
  await shoot(page, 'move', false);
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(moving).toBeHidden();
  await expect(card(page, `11:15 AM to 11:45 AM, ${name}`)).toBeVisible();
  await undo(page, 'is now .*, 11:15 AM, .* It was');
  await expect(card(page, `9:00 AM to 9:30 AM, ${name}`)).toBeVisible();

  // By dragging, an hour down.
  const box = await card(page, '9:00 AM').boundingBox();
  if (!box) throw new Error('The appointment is not drawn.');
  await page.mouse.move(box.x + 30, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + 60, { steps: 5 });
  await page.mouse.move(box.x + 30, box.y + 106, { steps: 5 });
  await page.mouse.up();
  // A drag is confirmed too: the dialog shows both times, and what the patient is told.
  await expect(moving.getByRole('group', { name: 'To' })).toContainText('10:00 AM, 30 min');
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card(page, `10:00 AM to 10:30 AM, ${name}`)).toBeVisible();
  await expect(page.getByText(/is now .*10:00 AM/)).toBeVisible();

  const panel = page.getByRole('complementary', { name });
  await panel.getByRole('button', { name: 'Check in' }).click();
  await expect(card(page, `10:00 AM to 10:30 AM, ${name}, Botox, Arrived`)).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'arrived', false);
  await panel.getByRole('button', { name: 'To the room' }).click();
  await expect(panel.getByRole('button', { name: 'In room' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await panel.getByRole('button', { name: 'Complete the visit' }).click();
  await expect(card(page, `10:00 AM to 10:30 AM, ${name}, Botox, Completed`)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Move to…' })).toBeHidden();
  await undo(page, 'is done');
  await expect(card(page, `10:00 AM to 10:30 AM, ${name}, Botox, In room`)).toBeVisible();
  await panel.getByRole('button', { name: 'Arrived' }).click();

  await panel.getByRole('button', { name: 'Cancel visit' }).click();
  const cancelling = page.getByRole('dialog', { name: `Cancel ${name}?` });
  await cancelling.getByRole('button', { name: 'Cancel the visit' }).click();
  await expect(cancelling.getByText('Reason is required')).toBeVisible();
  await cancelling.getByLabel('Reason').fill('Has a cold');
  await cancelling.getByRole('button', { name: 'Cancel the visit' }).click();
  await expect(cancelling).toBeHidden();
  await expect(card(page, '10:00 AM')).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter and print' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show cancelled' }).click();
  await card(page, `10:00 AM to 10:30 AM, ${name}, Botox, Cancelled`).click();
  await expect(panel.getByRole('region', { name: 'History' })).toContainText(
    'Cancelled: Has a cold',
  );
  await undo(page, 'is cancelled');
  await expect(card(page, `10:00 AM to 10:30 AM, ${name}, Botox, Arrived`)).toBeVisible();
  await shoot(page, 'undone', false);

  // The day sheet: from the day with one press, from a week by way of the provider's day.
  const countPrints = () =>
    page.evaluate(() => {
      const counted = globalThis as unknown as { prints: number };
      counted.prints = 0;
      globalThis.print = () => {
        counted.prints += 1;
      };
    });
  const prints = () => page.evaluate(() => (globalThis as unknown as { prints: number }).prints);
  await countPrints();
  await page.getByRole('button', { name: 'Print the day sheet' }).click();
  await expect.poll(prints).toBe(1);
  await page.goto(`${home}/appointments?view=week&date=${date}&provider=${provider.id}`);
  await countPrints();
  await page.getByRole('link', { name: /^Print the day sheet of / }).click();
  await expect.poll(prints).toBe(1);
  await expect(page).toHaveURL(
    `${home}/appointments?view=day&date=${date}&provider=${provider.id}`,
  );
  browserLog.expectNoErrors();
});

test('a taken time asks first, and the overlap says who wanted it', async ({ page }) => {
  await page.goto(`${home}/patients`);
  const date = await inDays(page, 5);
  const { id } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Enid',
    last_name: `Sandoval ${mark}`,
    birth_date: '1984-02-03',
  });
  for (const time of ['09:00', '13:00'])
    await call(page, 'POST', '/api/appointments', {
      patient_id: id,
      appointment_time: `${date}T${time}`,
      provider_id: provider.id,
      service: 'Botox',
    });
  await page.goto(`${home}/appointments?view=week&date=${date}&provider=${provider.id}`);
  await card(page, '1:00 PM').click();
  await page.getByRole('button', { name: 'Move to…' }).click();
  const moving = page.getByRole('dialog', { name: /^Move Enid/ });
  await moving.getByLabel('Date and time').fill(`${date}T09:15`);
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(
    moving.getByText('This provider has another appointment at that time.'),
  ).toBeVisible();
  // Behind the dialog, where the day is hidden from assistive technology.
  await expect(page.locator(`[data-start="${date}T13:00"]`)).toHaveCount(1);
  await moving.getByRole('button', { name: 'Move anyway' }).click();
  await expect(card(page, '9:15 AM')).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Before the visit' })).toContainText(
    'booked anyway by',
  );
});

test('a finger moves an appointment after a long press, and asks before it does', async ({
  page,
}) => {
  await page.goto(`${home}/patients`);
  const date = await inDays(page, 7);
  const { id } = await call<{ id: number }>(page, 'POST', '/api/patients', {
    first_name: 'Faye',
    last_name: `Sandoval ${mark}`,
    birth_date: '1984-02-03',
  });
  await call(page, 'POST', '/api/appointments', {
    patient_id: id,
    appointment_time: `${date}T09:00`,
    provider_id: provider.id,
    service: 'Botox',
  });
  await page.goto(`${home}/appointments?view=day&date=${date}&provider=${provider.id}`);
  const box = await card(page, '9:00 AM').boundingBox();
  if (!box) throw new Error('The appointment is not drawn.');
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 30, y: box.y + 10 + down }],
    });
  await touch('touchStart', 0);
  // The card is lifted once the finger has rested on it.
  await expect(page.locator('.ec-preview')).toBeVisible();
  for (const down of [40, 80, 120, 144]) await touch('touchMove', down);
  await touch('touchEnd', 144);
  const moving = page.getByRole('dialog', { name: /^Move Faye/ });
  await expect(moving.getByRole('group', { name: 'To' })).toContainText('10:30 AM, 30 min');
  await moving.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card(page, '10:30 AM to 11:00 AM')).toBeVisible();
});
