import { expect, test, type Locator, type Page } from '@playwright/test';

import { call } from './api';
import { home, stamp } from './clinics';
import { inDays } from './dates';
import { addPatient } from './openScreen';
import { ownersPage, treatAsProvider } from './seed';

let name: string;
let patient: number;
let withoutExam: number;
let day: string;

test.beforeAll(async ({ browser }, info) => {
  const mark = stamp(info.project.name);
  name = `Lena Sandoval ${mark}`;
  const page = await ownersPage(browser);
  patient = await addPatient(page, 'Lena', mark);
  withoutExam = await addPatient(page, 'Nadia', mark);
  day = await inDays(page, 1);
  await call(page, 'POST', '/api/appointments', {
    patient_id: patient,
    appointment_time: `${day}T09:15`,
    service: 'Botox',
  });
  await call(page, 'POST', '/api/gfe', { patient_id: patient, vitals: 'Calm' });
  await treatAsProvider(browser, {
    patient_id: patient,
    treatment_type: 'Botox',
    areas: 'Glabella',
    units: 20,
    lot: 'C7654C3',
  });
  await page.context().close();
});

/** Keeps back what the app reads from now on of these addresses. Returns a function that lets it through and waits for `late`, which is drawn from it. */
async function holdAnswers(page: Page, addresses = '**/api/**') {
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(addresses, async (route) => {
    if (route.request().method() === 'GET') await released;
    await route.continue();
  });
  return async (late: Locator) => {
    await expect(late).toHaveCount(0);
    letThrough();
    await expect(late).toBeVisible();
  };
}

/** A button that moves while a finger is on its way is missed, or another one is pressed in its place. */
async function expectUnmoved(buttons: Locator[], arrive: () => Promise<void>) {
  for (const button of buttons) await expect(button).toBeVisible();
  const before = await Promise.all(buttons.map((button) => button.boundingBox()));
  await arrive();
  expect(await Promise.all(buttons.map((button) => button.boundingBox()))).toEqual(before);
}

test('the buttons of a visit stay where they are when its consents and charges arrive', async ({
  page,
}) => {
  await page.goto(`${home}/appointments?view=day&date=${day}`);
  const card = page.getByRole('button', { name: new RegExp(`${name}, Botox, Booked`) });
  await expect(card).toBeVisible();
  const arrive = await holdAnswers(page);
  await card.click();
  const panel = page.getByRole('complementary', { name });
  const buttons = ['Check in', 'Move to…', 'Cancel visit'].map((each) =>
    panel.getByRole('button', { name: each }),
  );
  await expectUnmoved(buttons, () => arrive(panel.getByRole('button', { name: 'Add a charge' })));
});

test('the buttons of the last exam stay where they are when the templates arrive', async ({
  page,
}) => {
  await page.goto(`${home}/gfe/${patient}`);
  const begin = page.getByRole('button', { name: 'New exam' });
  await expect(begin).toBeVisible();
  const arrive = await holdAnswers(page);
  await begin.click();
  const buttons = ['Start from the last exam', 'Back to the last exam'].map((each) =>
    page.getByRole('button', { name: each }),
  );
  await expectUnmoved(buttons, () => arrive(page.getByLabel('Use a template')));
});

test('the fields of a first exam stay where they are when the templates arrive', async ({
  page,
}) => {
  const arrive = await holdAnswers(page, '**/api/gfe/templates');
  await page.goto(`${home}/gfe/${withoutExam}`);
  const buttons = ['Quick add', 'Normal: Constitutional ROS'].map((each) =>
    page.getByRole('button', { name: each }),
  );
  await expectUnmoved(buttons, () => arrive(page.getByLabel('Use a template')));
});

test('the buttons of a treatment stay where they are when its signed copy and addenda arrive', async ({
  page,
}) => {
  await page.goto(`${home}/patients/${patient}`);
  const open = page
    .getByRole('region', { name: 'Treatment History' })
    .getByRole('button', { name: /^Open: Botox/ });
  await expect(open).toBeVisible();
  const arrive = await holdAnswers(page);
  await open.click();
  const dialog = page.getByRole('dialog', { name: /^Botox, / });
  const buttons = ['Add addendum', 'Close'].map((each) =>
    dialog.getByRole('button', { name: each }),
  );
  const copy = dialog
    .getByText('A signed copy is made within minutes of signing.')
    .or(dialog.getByRole('link', { name: 'Copy as signed' }));
  await expectUnmoved(buttons, () => arrive(copy));
});
