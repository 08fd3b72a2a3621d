import { expect, test } from '@playwright/test';

import { call } from './api';
import { home, stamp } from './clinics';
import { inDays, inWords } from './dates';
import { showAllTexts } from './examTexts';
import { addPatient, openScreen, expectLogged } from './openScreen';
import { draw, expectSignature } from './signature';
import { anySignature, ownersPage } from './seed';
import { screenshots } from './screenshots';

let mark: string;
let provider: { id: number; name: string };

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  // One whose days are still free, whatever was booked in this clinic before.
  const { member } = await call<{ member: { id: number } }>(page, 'POST', '/api/team', {
    first_name: 'Ines',
    last_name: `Vogt ${mark}`,
    email: `ines.${mark}@example.com`,
    role: 'Provider',
    department: 'Clinical',
    status: 'active',
    hire_date: '2026-01-05',
  });
  provider = { id: member.id, name: `Ines Vogt ${mark}` };
  await addPatient(page, 'Ana', mark);
  await addPatient(page, 'Bea', mark);
  await page.context().close();
});

test.afterAll(async ({ browser }) => {
  const page = await ownersPage(browser);
  await call(page, 'DELETE', `/api/team/${provider.id}`);
  await page.context().close();
});

test('an appointment is booked, refused beside another, and booked anyway', async ({
  page,
}, info) => {
  const shoot = screenshots(info, 'front-desk');
  const browserLog = await openScreen(page, '/appointments', 'Appointments');
  const date = await inDays(page, 3);
  const form = page.getByRole('form', { name: 'Book an appointment' });
  const booked = page
    .getByRole('region', { name: inWords(date) })
    .getByRole('listitem')
    .filter({ hasText: mark });

  const fill = async () => {
    const picker = form.getByRole('combobox', { name: 'Patient' });
    await picker.focus();
    await page.keyboard.type(mark);
    const found = page.getByRole('listbox', { name: 'Patients found' }).getByRole('option');
    await expect(found).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await expect(found.filter({ hasText: 'Bea' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(picker).toHaveValue(`Bea Sandoval ${mark}`);
    await form.getByLabel('Date and time').fill(`${date}T10:00`);
    await form.getByRole('combobox', { name: 'Service' }).selectOption('EZ Gel Face');
    await form.getByRole('combobox', { name: 'Provider' }).selectOption({ label: provider.name });
    await form.getByLabel('Notes').fill('Prefers the quiet room.');
    await form.getByRole('button', { name: 'Book appointment' }).click();
  };

  await fill();
  await expect(page.getByText(`Bea Sandoval ${mark} is booked for `)).toBeVisible();
  await expect(booked).toHaveCount(1);
  for (const words of [
    '10:00 AM – 11:30 AM',
    `Bea Sandoval ${mark}`,
    `EZ Gel Face with ${provider.name}`,
    'Prefers the quiet room.',
  ])
    await expect(booked).toContainText(words);
  await expect(form.getByRole('combobox', { name: 'Patient' })).toHaveValue('');
  // What can be done about it is in its row; nobody is checked in three days early.
  for (const act of ['Move', 'Cancel'])
    await expect(
      booked.getByRole('button', { name: `${act}: Bea Sandoval ${mark}, 10:00 AM – 11:30 AM` }),
    ).toBeVisible();
  await expect(booked.getByRole('button', { name: /^(Check in|Change)/ })).toHaveCount(0);
  expectLogged(browserLog);

  await fill();
  await expect(form.getByText('This provider has another appointment at that time.')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Patient' })).toHaveValue(`Bea Sandoval ${mark}`);
  await expect(booked).toHaveCount(1);
  await expect(form.getByRole('button', { name: 'Book anyway' })).toBeInViewport({ ratio: 1 });
  await expect(
    form.getByText(
      `Bea Sandoval ${mark} is booked from 10:00 AM to 11:30 AM already: EZ Gel Face.`,
    ),
  ).toBeVisible();
  await shoot(page, 'appointment-taken', false);
  expectLogged(browserLog);

  await form.getByRole('button', { name: 'Book anyway' }).click();
  await expect(booked).toHaveCount(2);
  await expect(booked.filter({ hasText: 'Overlap allowed' })).toHaveCount(1);
  await shoot(page, 'appointments');
  browserLog.expectNoErrors(['409 /api/appointments']);
});

test('an estimate adds up, is signed, and is there again', async ({ page }, info) => {
  const shoot = screenshots(info, 'front-desk');
  await page.goto(`${home}/patients`);
  const id = await addPatient(page, 'Cora', mark);
  const browserLog = await openScreen(page, `/gfe-estimate/${id}`, 'Good Faith Estimate');
  const area = (name: string) => page.getByRole('region', { name, exact: true });
  const total = page.getByText(/^Grand total /).filter({ visible: true });

  await expect(total).toHaveText('Grand total $0.00');
  await area('Face').getByLabel('Service').selectOption('Botox per unit');
  await expect(area('Face').getByLabel('Unit cost')).toHaveValue('12');
  await expect(total).toHaveText('Grand total $12.00');
  await area('Face').getByLabel('Unit cost').fill('12.25');
  await area('Face').getByLabel('Quantity').fill('20.5');
  // Half a cent more than 251.12.
  await expect(area('Face')).toContainText('Subtotal $251.13');
  await area('Hair').getByLabel('Service').selectOption('PRP Hair Restoration');
  await area('Hair').getByLabel('Sessions').selectOption('3');
  await expect(area('Hair')).toContainText('Subtotal $1,500.00');
  await area('Neck').getByLabel('Service').selectOption('Microneedling');
  await area('Neck').getByLabel('Unit cost').fill('299.99');
  await area('Neck').getByLabel('Sessions', { exact: true }).selectOption('Custom');
  await expect(total).toHaveText('Grand total —');
  await area('Neck').getByLabel('Custom sessions').fill('5');
  await expect(total).toHaveText('Grand total $3,251.08');

  await page.getByRole('textbox', { name: 'Provider', exact: true }).fill('Claire Donovan');
  await draw(page, page.getByRole('group', { name: 'Patient signature' }));
  const typed = page.getByRole('group', { name: 'Provider signature' });
  await typed.getByRole('button', { name: 'Type instead' }).click();
  await page.keyboard.type('Claire Donovan');
  await expect(typed.getByRole('img')).toHaveAccessibleName('Provider signature: signed');
  await shoot(page, 'estimate');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url() === `${home}/api/gfe-estimate`,
  );
  await page.getByRole('button', { name: 'Save estimate' }).click();
  await expect(page.getByText('Good Faith Estimate saved successfully!')).toBeVisible();
  const { pt_sig, prov_sig } = (await sent).postDataJSON() as Record<string, unknown>;
  for (const signature of [pt_sig, prov_sig]) await expectSignature(page, signature, 400, 120);

  await page.reload();
  await expect(total).toHaveText('Grand total $3,251.08');
  await expect(area('Neck').getByLabel('Custom sessions')).toHaveValue('5');
  for (const name of ['Patient signature', 'Provider signature'])
    await expect(page.getByRole('img', { name, exact: true })).toBeVisible();
  const { grand_total } = await call<{ grand_total: number }>(
    page,
    'GET',
    `/api/gfe-estimate/${id}`,
  );
  expect(grand_total).toBe(3251.08);
  browserLog.expectNoErrors();
});

test('an exam template is created, copied and deleted, and fills empty texts only', async ({
  page,
}, info) => {
  const shoot = screenshots(info, 'front-desk');
  const name = `Botox visit ${mark}`;
  const browserLog = await openScreen(page, '/gfe-templates', 'Exam templates');
  await page.getByRole('button', { name: 'New template' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New template' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Vitals').fill('BP: ___/___ mmHg');
  await dialog
    .getByRole('textbox', { name: 'Review of systems' })
    .fill('Skin: Denies active rash; Denies cold sores');
  await dialog
    .getByRole('textbox', { name: 'Physical exam' })
    .fill('Skin: Warm, dry and intact\nNeurological: Face symmetric');
  await dialog.getByRole('button', { name: 'Create template' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: `Duplicate ${name}` }).click();
  const copied = page.getByRole('dialog', { name: 'Edit template' });
  await expect(copied.getByLabel('Name')).toHaveValue(`${name} (copy)`);
  await copied.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Delete ${name} (copy)` }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(question.getByRole('heading')).toHaveText(
    'Are you sure you want to delete this GFE template?',
  );
  await shoot(page, 'exam-template-delete', false);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `Delete ${name} (copy)` })).toBeHidden();
  await expect(page.getByRole('button', { name: `Delete ${name}`, exact: true })).toBeVisible();

  const id = await addPatient(page, 'Dora', mark);
  await page.goto(`${home}/gfe/${id}`);
  const text = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  await showAllTexts(page);
  await text('Vitals').fill('HR: 64 bpm');
  await page.getByRole('combobox', { name: 'Use a template' }).selectOption({ label: name });
  await expect(text('Skin PE')).toHaveValue('');
  await page.getByRole('button', { name: 'Fill the empty texts' }).click();
  await expect(page.getByText(`3 empty texts filled from “${name}”.`)).toBeVisible();
  const filled = {
    Vitals: 'HR: 64 bpm',
    'Skin ROS': 'Denies active rash; Denies cold sores',
    'Skin PE': 'Warm, dry and intact',
    'Neurological PE': 'Face symmetric',
    'Constitutional PE': '',
  };
  for (const [label, words] of Object.entries(filled)) await expect(text(label)).toHaveValue(words);
  browserLog.expectNoErrors();

  const templates = await call<{ id: number; name: string }[]>(page, 'GET', '/api/gfe/templates');
  for (const mine of templates.filter((one) => one.name.endsWith(mark)))
    await call(page, 'DELETE', `/api/gfe/templates/${mine.id}`);
});

test('a whole exam fits on a tablet, is written in numbers and taps, and compares itself with the exams before', async ({
  page,
}, info) => {
  const shoot = screenshots(info, 'front-desk');
  const browserLog = await openScreen(page, '/', 'Dashboard');
  const id = await addPatient(page, 'Edda', mark);
  for (const vitals of [
    'BP: 130/84 mmHg, HR: 76 bpm',
    'BP: 122/80 mmHg, HR: 70 bpm, Temp: 98.2 °F',
  ])
    await call(page, 'POST', '/api/gfe', { patient_id: id, vitals });
  await openScreen(page, `/gfe/${id}?new`, 'Good Faith Exam');
  const number = (name: string) => page.getByRole('textbox', { name, exact: true });
  await expect(number('BP systolic')).toHaveAccessibleDescription(
    /^was 122\/80 on .*, 130\/84 on /,
  );
  for (const notice of await page.getByRole('button', { name: 'Put this notice away' }).all())
    await notice.click();

  await number('BP systolic').pressSequentially('118/76');
  const numbers = {
    HR: '72',
    Temp: '98.4',
    SpO2: '99',
    RR: '14',
    Weight: '148',
    'Height feet': '5',
    'Height inches': '6',
    Pain: '0',
    'O2 sat': '98',
  };
  for (const [name, value] of Object.entries(numbers)) await number(name).fill(value);
  await expect(number('BMI')).toHaveValue('23.9');
  await page.getByRole('button', { name: 'Rest normal' }).click();
  await expect(page.getByRole('heading', { name: '10 of 10 systems examined' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await shoot(page, 'exam-in-one-screen', false);
  for (const part of ['Vitals', 'Findings', 'Constitutional', 'Psychiatric'])
    await expect(page.getByRole('region', { name: part })).toBeInViewport({ ratio: 1 });
  const save = page.getByRole('button', { name: 'Save exam' });
  await expect(save).toBeInViewport({ ratio: 1 });

  await save.click();
  await expect(page.getByText('GFE Exam saved successfully!')).toBeVisible();
  const exam = await call<Record<string, string | null>>(page, 'GET', `/api/gfe/${id}`);
  expect(exam).toMatchObject({
    vitals:
      'BP: 118/76 mmHg, HR: 72 bpm, Temp: 98.4 °F, SpO2: 99%, RR: 14/min, Weight: 148 lb, Height: 5 ft 6 in, BMI: 23.9 kg/m², Pain: 0/10, O2 sat: 98% on room air',
    ros_gi: 'Denies nausea, vomiting or abdominal pain',
    pe_cardio: 'Regular rate and rhythm; No peripheral edema',
    pe_gu: 'Exam deferred, not indicated for planned treatment',
  });
  browserLog.expectNoErrors();
});

test('a rule is saved, a treatment earns points, and the balance shows them', async ({
  page,
}, info) => {
  const browserLog = await openScreen(page, '/loyalty', 'Loyalty Program');
  await expect(page.getByLabel('Loading the point rules')).toBeHidden();
  const form = page.getByRole('form', { name: 'Point rule' });
  await form.getByRole('combobox', { name: 'Service' }).selectOption('Microneedling');
  await form.getByRole('textbox', { name: 'Points' }).fill('35');
  await form.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('Microneedling earns 35 points.')).toBeVisible();
  await expect(
    page
      .getByRole('table', { name: 'Points by service' })
      .getByRole('row', { name: 'Microneedling' }),
  ).toContainText('35');

  const id = await addPatient(page, 'Elsa', mark);
  await call(page, 'POST', '/api/gfe', { patient_id: id, vitals: 'HR: 66 bpm' });
  await call(page, 'POST', '/api/treatments', {
    patient_id: id,
    treatment_type: 'Microneedling',
    areas: 'Cheeks',
    provider_signature: await anySignature(page, 100),
  });
  await page.reload();
  const balances = page.getByRole('table', { name: 'Points by patient' });
  await expect(balances).toBeVisible();
  const more = page.getByRole('button', { name: 'Show more' });
  while (await more.isVisible()) await more.click();
  await expect(
    balances
      .getByRole('row', { name: `Elsa Sandoval ${mark}` })
      .getByRole('cell')
      .last(),
  ).toHaveText('35');
  await screenshots(info, 'front-desk')(page, 'loyalty');
  browserLog.expectNoErrors();
});
