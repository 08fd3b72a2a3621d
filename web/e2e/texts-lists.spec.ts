import { expect, test } from '@playwright/test';

import { call } from './api';
import { home, stamp } from './clinics';
import { inDays } from './dates';
import { addPatient, openScreen } from './openScreen';
import { expectNotice, withFailure, expectFailures } from './failures';
import { ownersPage } from './seed';

/** The error catalogue (section 8) where it is not about one patient's record. Failures are simulated in the browser. */

let mark: string;
let patient: number;

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  patient = await addPatient(page, 'Hana', mark);
  await page.context().close();
});

/** Both kinds of templates fail and succeed alike. */
const templates = [
  {
    kind: 'consent',
    path: '/digital-consents',
    heading: 'Consent templates',
    api: '/api/consents/templates',
    question: 'Are you sure you want to delete this template?',
    body: { label: 'Consent text', text: 'I have read this.' },
  },
  {
    kind: 'exam',
    path: '/gfe-templates',
    heading: 'Exam templates',
    api: '/api/gfe/templates',
    question: 'Are you sure you want to delete this GFE template?',
    body: { label: 'Vitals', text: 'HR: ___ bpm' },
  },
] as const;

for (const { kind, path, heading, api, question, body } of templates) {
  test(`creating, updating and deleting ${kind} templates`, async ({ page }) => {
    const browserLog = await openScreen(page, path, heading);
    const name = `Texts ${mark}`;
    await page.getByRole('button', { name: 'New template' }).first().click();
    const dialog = page.getByRole('dialog', { name: /template$/ });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('textbox', { name: body.label }).fill(body.text);
    const create = dialog.getByRole('button', { name: 'Create template' });
    await withFailure(page, 'POST', api, async () => {
      await create.click();
      await expectNotice(page, 'alert', 'Error creating template. Please try again.');
    });
    await expect(dialog.getByLabel('Name')).toHaveValue(name);
    await create.click();
    await expectNotice(page, 'status', 'Template created');

    const { id } = (await call<{ id: number; name: string }[]>(page, 'GET', api)).find(
      (one) => one.name === name,
    ) ?? { id: 0 };
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    await dialog.getByLabel('Name').fill(`${name} again`);
    const change = dialog.getByRole('button', { name: 'Save changes' });
    await withFailure(page, 'PUT', `${api}/${id}`, async () => {
      await change.click();
      await expectNotice(page, 'alert', 'Error updating template. Please try again.');
    });
    await change.click();
    await expectNotice(page, 'status', 'Template updated');

    const refused = [`500 ${api}`, `500 ${api}/${id}`];
    await withFailure(page, 'POST', `${api}/${id}/duplicate`, async () => {
      await page.getByRole('button', { name: `Duplicate ${name} again` }).click();
      await expectNotice(page, 'alert', 'Error creating template. Please try again.');
    });
    refused.push(`500 ${api}/${id}/duplicate`);

    const confirmation = page.getByRole('alertdialog', { name: question, exact: true });
    await withFailure(page, 'DELETE', `${api}/${id}`, async () => {
      await page.getByRole('button', { name: `Delete ${name} again` }).click();
      await expect(confirmation.getByRole('heading')).toHaveText(question);
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await expectNotice(page, 'alert', 'Error deleting template. Please try again.');
      await expect(confirmation.getByRole('alert')).toContainText('Not deleted.');
    });
    // Still there, and it can be tried again.
    await call(page, 'GET', api).then((all) =>
      expect((all as { id: number }[]).map((one) => one.id)).toContain(id),
    );
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expectNotice(page, 'status', 'Template deleted');
    await expect(page.getByRole('button', { name: `View ${name} again` })).toBeHidden();
    expectFailures(browserLog, [], [...refused, `500 ${api}/${id}`]);
  });
}

test('saving and deleting team members', async ({ page }) => {
  const browserLog = await openScreen(page, '/team', 'Team');
  const { member } = await call<{ member: { id: number } }>(page, 'POST', '/api/team', {
    first_name: 'Theo',
    last_name: mark,
    email: `theo.${mark}@example.com`,
    role: 'Staff',
    department: 'Support',
    status: 'inactive',
    hire_date: '2026-01-05',
  });
  await page.reload();
  await page.getByRole('button', { name: 'Add team member' }).click();
  const dialog = page.getByRole('dialog', { name: /team member$/ });
  for (const [label, text] of [
    ['First name', 'Thea'],
    ['Last name', mark],
    ['Email', `thea.${mark}@example.com`],
  ] as const)
    await dialog.getByLabel(label).fill(text);
  await withFailure(page, 'POST', '/api/team', async () => {
    await dialog.getByRole('button', { name: 'Add team member' }).click();
    await expectNotice(page, 'alert', 'Error saving team member. Please try again.');
  });
  await expect(dialog.getByLabel('First name')).toHaveValue('Thea');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: `Edit Theo ${mark}` }).click();
  await dialog.getByLabel('Notes').fill('On leave');
  await withFailure(page, 'PUT', `/api/team/${member.id}`, async () => {
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expectNotice(page, 'alert', 'Error saving team member. Please try again.');
  });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();

  const question = 'Are you sure you want to delete this team member?';
  const confirmation = page.getByRole('alertdialog', { name: question, exact: true });
  await page.getByRole('button', { name: `Delete Theo ${mark}` }).click();
  await expect(confirmation.getByRole('heading')).toHaveText(question);
  await withFailure(page, 'DELETE', `/api/team/${member.id}`, async () => {
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await expectNotice(page, 'alert', 'Error deleting team member. Please try again.');
  });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `Delete Theo ${mark}` })).toBeHidden();
  expectFailures(
    browserLog,
    [],
    ['500 /api/team', `500 /api/team/${member.id}`, `500 /api/team/${member.id}`],
  );
});

test('what fails to load is logged on the console, and shown in place', async ({ page }) => {
  const browserLog = await openScreen(page, '/', 'Dashboard');
  const loads: [screen: string, api: string, words: string][] = [
    ['/patients', '/api/patients', 'Patients could not be loaded.'],
    [`/patients/${patient}`, '/api/treatments', 'The treatments could not be loaded.'],
    [`/patients/${patient}`, '/api/consents', 'The consents could not be loaded.'],
    ['/appointments', '/api/appointments', 'Appointments could not be loaded.'],
    ['/loyalty', '/api/loyalty/rules', 'The point rules could not be loaded.'],
    ['/loyalty', '/api/loyalty/balances', 'The balances could not be loaded.'],
    ['/subscriptions', '/api/subscriptions', 'The subscriptions could not be loaded.'],
    ['/team', '/api/team', 'The team could not be loaded.'],
  ];
  for (const [screen, api, words] of loads) {
    await withFailure(page, 'GET', api, async () => {
      await page.goto(home + screen);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    });
    await page
      .getByRole('alert')
      .filter({ hasText: words })
      .getByRole('button', { name: 'Try again' })
      .click();
    await expect(page.getByText(words)).toBeHidden();
    expectFailures(browserLog, [words], [`500 ${api}`]);
  }
  browserLog.expectNoErrors();
});

test('what fails to be added is logged on the console, and shown in place', async ({ page }) => {
  const browserLog = await openScreen(page, '/patients', 'Clients');
  await page.getByRole('button', { name: 'Add patient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add patient' });
  await dialog.getByLabel('First name').fill('Iris');
  await dialog.getByLabel('Last name').fill(mark);
  await withFailure(page, 'POST', '/api/patients', async () => {
    await dialog.getByRole('button', { name: 'Add patient' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
  });
  await expect(dialog.getByLabel('First name')).toHaveValue('Iris');
  expectFailures(browserLog, ['A patient could not be added:'], ['500 /api/patients']);
  await dialog.getByRole('button', { name: 'Add patient' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`${home}/loyalty`);
  const rule = page.getByRole('form', { name: 'Point rule' });
  await rule.getByRole('combobox', { name: 'Service' }).selectOption('Follow-up');
  await withFailure(page, 'POST', '/api/loyalty/rules', async () => {
    await rule.getByRole('button', { name: 'Save rule' }).click();
    await expect(rule.getByRole('status')).toContainText('Not saved yet');
  });
  await expect(rule.getByRole('combobox', { name: 'Service' })).toHaveValue('Follow-up');
  expectFailures(browserLog, ['Saving the loyalty rule failed'], ['500 /api/loyalty/rules']);
  page.once('dialog', (question) => void question.accept());

  await page.goto(`${home}/appointments`);
  const form = page.getByRole('form', { name: 'Book an appointment' });
  await form.getByRole('combobox', { name: 'Patient' }).fill(`Hana Sandoval ${mark}`);
  await page.getByRole('option', { name: /^Hana/ }).click();
  await form.getByLabel('Date and time').fill(`${await inDays(page, 9)}T07:15`);
  await withFailure(page, 'POST', '/api/appointments', async () => {
    await form.getByRole('button', { name: 'Book appointment' }).click();
    await expect(form.getByRole('alert')).toContainText('Not booked yet.');
  });
  await expect(form.getByRole('combobox', { name: 'Patient' })).toHaveValue(
    `Hana Sandoval ${mark}`,
  );
  expectFailures(browserLog, ['The appointment could not be booked:'], ['500 /api/appointments']);
});
