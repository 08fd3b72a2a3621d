import { expect, test, type Locator, type Page, type Response } from '@playwright/test';

import { call } from './api';
import { stamp } from './clinics';
import { inDays, inWords } from './dates';
import { addPatient, openScreen } from './openScreen';
import { particulars } from './particulars';
import { waitUntilStill } from './screenshots';
import { ownersPage, treatAsProvider } from './seed';

/** A screen follows what others change, without a reload. */

let mark: string;
let others: Page;

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  others = await ownersPage(browser);
});
test.afterAll(() => others.context().close());

const way = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

test('going from the list to a record and back shows a patient that somebody else added', async ({
  page,
}) => {
  const first = await addPatient(others, 'Ada', mark);
  await openScreen(page, `/patients?search=${mark}`, 'Clients');
  await expect(page.getByText(`Ada Sandoval ${mark}`)).toBeVisible();
  await page.locator(`a[href="/patients/${first}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: `Ada Sandoval ${mark}` })).toBeVisible();
  await addPatient(others, 'Bea', mark);
  // An answer of the last two seconds is not fetched again.
  await page.clock.install();
  await page.clock.runFor(2_500);
  await page.goBack();
  await expect(page.getByText(`Bea Sandoval ${mark}`)).toBeVisible();
});

test('returning to the window shows what was added meanwhile', async ({ page }) => {
  await openScreen(page, `/patients?search=${mark}`, 'Clients');
  await expect(page.getByText(`Ada Sandoval ${mark}`)).toBeVisible();
  await addPatient(others, 'Cleo', mark);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText(`Cleo Sandoval ${mark}`)).toBeVisible();
});

test('the agenda and the approvals refresh by themselves, without keeping the session alive or losing what is typed', async ({
  page,
  browser,
}) => {
  await page.clock.install();
  const id = await addPatient(others, 'Dora', mark);
  await call(others, 'POST', '/api/gfe', { patient_id: id, vitals: 'HR: 66 bpm' });
  await openScreen(page, '/appointments', 'Appointments');
  await waitUntilStill(page);
  await page.getByLabel('Notes').fill('Half a note');
  const date = await inDays(page, 2);
  const requested = page.waitForRequest((request) => request.url().includes('/api/appointments?'));
  await call(others, 'POST', '/api/appointments', {
    patient_id: id,
    appointment_time: `${date}T12:30`,
  });
  await page.clock.runFor(31_000);
  expect((await requested).headers()['x-background']).toBe('1');
  await expect(
    page.getByRole('region', { name: inWords(date) }).getByText(`Dora Sandoval ${mark}`),
  ).toBeVisible();
  await expect(page.getByLabel('Notes')).toHaveValue('Half a note');
  await page.getByLabel('Notes').fill('');

  const isPending = (response: Response) => response.url().endsWith('/api/treatments/pending');
  const loaded = page.waitForResponse(isPending);
  await way(page, 'Dashboard');
  await loaded;
  await treatAsProvider(browser, {
    patient_id: id,
    treatment_type: 'Botox',
    areas: `Brow ${mark}`,
    units: 20,
  });
  const refreshed = page.waitForResponse(
    async (response) => isPending(response) && (await response.text()).includes(`Brow ${mark}`),
  );
  await page.clock.runFor(31_000);
  await refreshed;
});

test('a pressed link that is not followed adds no entry to the activity log', async ({ page }) => {
  const id = await addPatient(others, 'Edda', mark);
  await openScreen(page, `/patients?search=${mark}`, 'Clients');
  const link = page.locator(`a[href="/patients/${id}"]`).first();
  const looks: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/patients/${id}`) looks.push(request.method());
  });
  await link.hover();
  await page.mouse.down();
  await page.mouse.move(0, 0);
  await page.mouse.up();
  // Any request of the press was sent before this call.
  await call(page, 'GET', '/api/auth/session');
  expect(looks).toEqual([]);
  const log = await call<{ action: string }[]>(others, 'GET', `/api/audit?patientId=${id}`);
  expect(log.map(({ action }) => action).filter((action) => action === 'patient.read')).toEqual([]);
  await link.click();
  await expect(
    page.getByRole('heading', { level: 1, name: `Edda Sandoval ${mark}` }),
  ).toBeVisible();
  expect(looks).toEqual(['GET']);
});

test('a date that is not whole or does not exist is reported, and never saved as none', async ({
  page,
}) => {
  await openScreen(page, '/patients', 'Clients');
  await page.getByRole('button', { name: 'Add patient' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add patient' });
  await dialog.getByLabel('First name').fill('Fay');
  await dialog.getByLabel('Last name').fill(`Sandoval ${mark}`);
  const birth = dialog.getByLabel('Birth date');
  const { born } = particulars();
  const wrong = dialog.getByText('Enter a whole date that exists, such as 11/20/2026');
  const type = async (keys: string) => {
    // The focus is on the month's part of the field.
    await dialog.getByLabel('Phone').focus();
    await birth.focus();
    await page.keyboard.type(keys);
  };
  const save = dialog.getByRole('button', { name: 'Add patient' });
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/patients')) sent += 1;
  });

  await type('0231');
  await page.keyboard.press('Enter');
  await expect(wrong).toBeVisible();
  await type('02311980');
  await save.click();
  await expect(wrong).toBeVisible();
  expect(sent).toBe(0);
  await expect(dialog).toBeVisible();

  await birth.fill(born);
  await save.click();
  await expect(page.getByText(`Fay Sandoval ${mark} was added.`)).toBeVisible();
  const [fay] = await call<{ birth_date: string }[]>(
    others,
    'GET',
    `/api/patients?search=${encodeURIComponent(`Fay Sandoval ${mark}`)}`,
  );
  expect(fay?.birth_date).toBe(born);
});

test('the patient search scrolls to the patient that Enter selects', async ({ page }) => {
  for (const name of ['Gia', 'Hui', 'Ida', 'Jo', 'Kim', 'Lea', 'May', 'Noa'])
    await addPatient(others, name, `${mark}s`);
  await openScreen(page, '/appointments', 'Appointments');
  const picker = page
    .getByRole('form', { name: 'Book an appointment' })
    .getByRole('combobox', { name: 'Patient' });
  await picker.fill(`${mark}s`);
  const options = page.getByRole('listbox', { name: 'Patients found' }).getByRole('option');
  await expect(options).toHaveCount(8);
  const list = page.getByRole('listbox', { name: 'Patients found' }).locator('..');
  for (let step = 0; step < 7; step += 1) await picker.press('ArrowDown');
  await expect(options.nth(7)).toHaveAttribute('aria-selected', 'true');
  const inList = () =>
    options.nth(7).evaluate((option) => {
      const frame = option.closest('[role=listbox]')?.parentElement?.getBoundingClientRect();
      const { top, bottom } = option.getBoundingClientRect();
      return frame !== undefined && top >= frame.top - 1 && bottom <= frame.bottom + 1;
    });
  await expect.poll(inList).toBe(true);
  await expect(list).toBeVisible();
});

test("the notice of somebody else's change to an estimate is visible wherever on the form one saves", async ({
  page,
}) => {
  const patient_id = await addPatient(others, 'Elsa', mark);
  const estimate = {
    patient_id,
    pt_name: `Elsa Sandoval ${mark}`,
    pt_dob: '1984-09-30',
    prov_name: 'Claire Donovan',
    est_date: '2026-11-20',
    pt_sig_date: '2026-11-20',
    prov_sig_date: '2026-11-20',
  };
  const { id } = await call<{ id: number }>(others, 'POST', '/api/gfe-estimate', estimate);
  await openScreen(page, `/gfe-estimate/${patient_id}`, 'Good Faith Estimate');
  await page.getByLabel('Expected duration').fill('Three months');
  await call(others, 'PUT', `/api/gfe-estimate/${id}`, { ...estimate, notes: 'Theirs' });
  // The button is in reach from everywhere, at the foot of the screen.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Save estimate' }).click();
  const stale = page
    .getByRole('status')
    .filter({ hasText: 'Somebody else changed this estimate since you opened it.' });
  await expect.poll(() => isUncovered(stale)).toBe(true);
  await page.evaluate(() => window.scrollTo(0, 0));
  await stale.getByRole('button', { name: 'Load their changes' }).click();
  await expect
    .poll(() =>
      isUncovered(page.getByRole('status').filter({ hasText: 'Their changes are loaded' })),
    )
    .toBe(true);
});

/** Whether both ends of the element are visible and not covered. */
const isUncovered = (element: Locator) =>
  element.evaluate((node) => {
    const { left, width, top, bottom } = node.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) =>
      node.contains(document.elementFromPoint(left + width / 2, y)),
    );
  });
