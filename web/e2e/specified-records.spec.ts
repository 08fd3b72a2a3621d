import { expect, test, type Locator, type Page } from '@playwright/test';

import { call } from './api';
import { asSpecified } from './asSpecified';
import { home, otherClinic, stamp } from './clinics';
import { inDays, inWords } from './dates';
import { showAllTexts } from './examTexts';
import { addPatient, openScreen } from './openScreen';
import { asMember } from './members';
import { anySignature, ownersPage } from './seed';

/** What the screens about patients show before anybody does anything, and their fixed lists: sections 2, 5 and 9 of the specification. */

const treatmentTypes = [
  'Botox',
  'PRP/PRF Face',
  'PRP Hair Restoration',
  'EZ Gel Face',
  'EZ Gel Hands',
  'Microneedling',
];
const services = [...treatmentTypes, 'Consultation', 'Follow-up'];
const offers = (select: Locator, choices: string[]) =>
  expect(select.getByRole('option')).toHaveText(choices);
const headed = (page: Page, table: string, columns: string[]) =>
  expect(page.getByRole('table', { name: table }).getByRole('columnheader')).toHaveText(columns);

let mark: string;
let patient: number;

test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  patient = await addPatient(page, 'Jana', mark);
  await call(page, 'POST', '/api/gfe', { patient_id: patient, vitals: 'HR: 66 bpm' });
  await page.context().close();
});

test('the clients', async ({ page }) => {
  await openScreen(page, '/patients', 'Clients');
  await headed(page, 'Patients', ['Name', 'Birth Date', 'Phone', 'Email', 'Record']);
  const rows = await page
    .getByRole('table', { name: 'Patients' })
    .locator('tbody')
    .getByRole('row')
    .count();
  await expect(page.getByRole('link', { name: /^View Details/ })).toHaveText(
    Array<string>(rows).fill('View Details'),
  );
  const search = page.getByRole('searchbox', { name: 'Search patients' });
  for (const part of ['JANA', mark.toUpperCase()]) {
    await search.fill(part);
    await expect(
      page.getByRole('link', { name: `View Details of Jana Sandoval ${mark}` }),
    ).toBeVisible();
  }
  await search.fill('nobody is called this');
  await expect(page.getByText('No patients found')).toBeVisible();
  await search.fill('');
  await expect(page.getByRole('table', { name: 'Patients' })).toBeVisible();
  await expect(page).toHaveURL(`${home}/patients`);
  await page.getByRole('button', { name: 'Add patient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add patient' });
  await dialog.getByLabel('Email').fill('not an address');
  await dialog.getByRole('button', { name: 'Add patient' }).click();
  for (const words of [
    'First name is required',
    'Last name is required',
    'Enter a valid email address',
  ])
    await expect(dialog.getByText(words)).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(dialog.getByLabel('Birth date')).not.toHaveAttribute('aria-invalid', 'true');
});

test('the record of a patient', async ({ page }) => {
  await openScreen(page, `/patients/${patient}`, `Jana Sandoval ${mark}`);
  await expect(page.getByRole('link', { name: 'GFE Exam', exact: true })).toHaveAttribute(
    'href',
    `/gfe/${patient}`,
  );
  await expect(page.getByRole('link', { name: 'Cost Estimate' })).toHaveAttribute(
    'href',
    `/gfe-estimate/${patient}`,
  );
  await expect(page.getByText('No treatments yet')).toBeVisible();
  const form = page.getByRole('form', { name: 'New treatment' });
  const type = form.getByLabel('Treatment type');
  await expect(type).toHaveValue('Botox');
  await offers(type, treatmentTypes);
  for (const name of treatmentTypes) {
    await type.selectOption(name);
    for (const label of ['Units', 'Lot'])
      await expect(form.getByLabel(label)).toBeVisible({ visible: name === 'Botox' });
    await expect(form.getByLabel('Volumes (mL)')).toBeVisible({
      visible: name.startsWith('EZ Gel'),
    });
  }
  const provider_signature = await anySignature(page, 100);
  const templates = await call<{ id: number; name: string }[]>(
    page,
    'GET',
    '/api/consents/templates',
  );
  for (const template of templates.slice(0, 2)) {
    const { portal_url } = await call<{ portal_url: string }>(
      page,
      'POST',
      `/api/consents/${patient}/issue`,
      { templateId: template.id },
    );
    if (template === templates[0])
      await call(page, 'POST', `/api/portal/consent/${portal_url.split('/').at(-1)}/sign`);
  }
  await call(page, 'POST', '/api/treatments', {
    patient_id: patient,
    treatment_type: 'EZ Gel Face',
    areas: 'Cheeks',
    volumes_ml: '2 + 2',
    notes: 'No swelling',
    provider_signature,
  });
  await call(page, 'POST', '/api/treatments', {
    patient_id: patient,
    treatment_type: 'Botox',
    areas: 'Chin',
    units: 12,
    lot: 'C1',
    provider_signature,
  });
  await page.reload();
  await headed(page, 'Past treatments', [
    'Date',
    'Treatment',
    'Areas',
    'Details',
    'Director status',
  ]);
  const history = page.getByRole('table', { name: 'Past treatments' });
  for (const words of ['EZ Gel Face', 'Cheeks', '2 + 2', 'No swelling', 'Pending'])
    await expect(history.getByRole('row').filter({ hasText: 'EZ Gel Face' })).toContainText(words);
  for (const words of ['Botox', 'Chin', '12', 'C1', 'Pending'])
    await expect(history.getByRole('row').filter({ hasText: 'Botox' })).toContainText(words);
  const consents = page.getByRole('region', { name: 'Digital Consents' });
  await offers(consents.getByRole('combobox', { name: 'Consent template' }), [
    'Choose a template',
    ...templates.map(({ name }) => name),
  ]);
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${await inDays(page, 0)}T00:00:00Z`),
  );
  const row = (name: string) => consents.getByRole('row').filter({ hasText: name });
  await expect(row(templates[0]?.name ?? '')).toContainText('Signed');
  await expect(
    row(templates[0]?.name ?? '')
      .getByRole('cell')
      .last(),
  ).toHaveText(today);
  await expect(row(templates[1]?.name ?? '')).toContainText('Pending');
  await expect(
    row(templates[1]?.name ?? '')
      .getByRole('cell')
      .last(),
  ).toHaveText('—');
});

test('the exam form', async ({ page }) => {
  await openScreen(page, `/gfe/${patient}`, 'Good Faith Exam');
  await expect(page.getByText('HR: 66 bpm')).toBeVisible();
  await page.getByRole('button', { name: 'New exam' }).click();
  await showAllTexts(page);
  await page.getByRole('button', { name: 'Quick add' }).click();
  const quick = page.getByRole('group', { name: 'Add vitals' });
  await expect(quick.getByRole('button')).toHaveText([
    'BP',
    'HR',
    'Temp',
    'SpO2',
    'RR',
    'Weight',
    'Height',
    'BMI',
    'Pain',
    'O2 sat',
  ]);
  const systems = [
    'Constitutional',
    'HEENT',
    'Cardiovascular',
    'Respiratory',
    'Gastrointestinal',
    'Genitourinary',
    'Musculoskeletal',
    'Neurological',
    'Skin',
    'Psychiatric',
  ];
  for (const part of ['ROS', 'PE']) {
    for (const system of systems) {
      await expect(
        page.getByRole('textbox', { name: `${system} ${part}`, exact: true }),
      ).toHaveValue('');
      expect(
        await page
          .getByRole('combobox', { name: `Add to ${system} ${part}` })
          .getByRole('option')
          .count(),
      ).toBeGreaterThan(5);
    }
  }
});

const areas = {
  Face: {
    prices: [12, 650, 450, 300, 650, 150, 0],
    sessions: ['1', '2', '3', '4', 'Custom'],
    services: [
      'Botox per unit',
      'EZ Gel/Bio-Filler per syringe',
      'PRP/PRF Facial Rejuvenation per session',
      'Microneedling per session',
      'Microneedling+PRP/PRF+HA per session',
      'Chemical Peel per session',
      'Other',
    ],
  },
  Hair: {
    prices: [500, 600, 650, 0],
    sessions: ['1', '3', '6', 'Custom'],
    services: [
      'PRP Hair Restoration',
      'PRF Hair Restoration',
      'Microneedling+PRP/PRF (Scalp)',
      'Other',
    ],
  },
  Hands: {
    prices: [650, 450, 300, 0],
    sessions: ['1', '2', '3', 'Custom'],
    services: ['EZ Gel/Bio-Filler per syringe', 'PRP/PRF Rejuvenation', 'Microneedling', 'Other'],
  },
  Neck: {
    prices: [450, 300, 650, 0],
    sessions: ['1', '2', '3', 'Custom'],
    services: ['PRP/PRF Rejuvenation', 'Microneedling', 'Microneedling+PRP/PRF+HA', 'Other'],
  },
  Other: {
    prices: [450, 400, 350, 500, 0],
    sessions: ['1', '3', '6', 'Custom'],
    services: [
      'Stretch Mark Treatment',
      'Scar Revision',
      'Fat Dissolving Injections per area',
      'Skin Tightening/Fibroblast',
      'Other',
    ],
  },
};

test('the estimate form: prices, sessions, what is required', async ({ browser }) => {
  const page = await asSpecified(browser);
  const there = await addPatient(page, 'Jana', mark);
  await openScreen(page, `/gfe-estimate/${there}`, 'Good Faith Estimate', otherClinic);
  for (const [name, { prices, sessions, services: offered }] of Object.entries(areas)) {
    const area = page.getByRole('region', { name, exact: true });
    const service = area.getByLabel('Service');
    await offers(service, [
      'No service',
      ...offered.map((one, index) => (prices[index] ? `${one} ($${prices[index]})` : one)),
    ]);
    for (const [index, one] of offered.entries()) {
      await service.selectOption(one);
      await expect(area.getByLabel('Unit cost')).toHaveValue(String(prices[index]));
    }
    await offers(area.getByLabel('Sessions'), sessions);
    await expect(area.getByLabel('Sessions')).toHaveValue('1');
    await expect(area.getByLabel('Quantity')).toHaveValue('1');
    // The cost remains editable.
    await area.getByLabel('Unit cost').fill('-1');
    await area.getByLabel('Quantity').fill('-1');
    await area.getByLabel('Sessions').selectOption('Custom');
    await area.getByLabel('Custom sessions').fill('0');
  }
  for (const label of ['Patient name', 'Date of birth', 'Date of estimate'])
    await page.getByLabel(label).fill('');
  await page.getByRole('textbox', { name: 'Provider', exact: true }).fill('');
  const dates = page.getByRole('region', { name: 'Signatures' }).locator('input[type="date"]');
  await expect(dates).toHaveCount(2);
  for (const date of await dates.all()) await date.fill('');
  await page.getByRole('button', { name: 'Save estimate' }).click();
  const required = [
    'Patient name is required',
    'Date of birth is required',
    'Provider is required',
    'Date of estimate is required',
    'Date of the patient’s signature is required',
    'Date of the provider’s signature is required',
  ];
  for (const words of required) await expect(page.getByText(words)).toBeVisible();
  for (const words of [
    'Enter an amount such as 12 or 12.50',
    'Enter a number such as 1 or 2.5',
    'Enter a whole number, at least 1',
  ])
    await expect(page.getByText(words)).toHaveCount(5);
  await page.context().close();
});

/** At the clinic without a catalogue: this worker's own may hold services that another file has added. */
test('the services of an appointment', async ({ browser }) => {
  const page = await asSpecified(browser);
  await openScreen(page, '/appointments', 'Appointments', otherClinic);
  const service = page
    .getByRole('form', { name: 'Book an appointment' })
    .getByRole('combobox', { name: 'Service' });
  await expect(service).toHaveValue('Botox');
  await offers(service, services);
  await page.context().close();
});

test('the appointments', async ({ page, browser }) => {
  const browserLog = await openScreen(page, '/appointments', 'Appointments');
  const form = page.getByRole('form', { name: 'Book an appointment' });
  await form.getByRole('button', { name: 'Book appointment' }).click();
  for (const words of ['Choose a patient from the list', 'Date and time are required'])
    await expect(form.getByText(words)).toBeVisible();

  const [first, second] = [await inDays(page, 400), await inDays(page, 401)];
  for (const [time, service, notes] of [
    [`${second}T08:00`, 'Follow-up', ''],
    [`${first}T15:00`, 'Consultation', 'By the side door.'],
    [`${first}T09:30`, 'Microneedling', ''],
  ] as const) {
    await call(page, 'POST', '/api/appointments', {
      patient_id: patient,
      appointment_time: time,
      service,
      notes,
    });
  }
  await page.goto(`${home}/appointments?from=${first}&to=${second}`);
  const day = (date: string) => page.getByRole('region', { name: inWords(date) });
  await expect(
    page.getByRole('region').filter({ has: page.getByRole('listitem').filter({ hasText: mark }) }),
  ).toHaveCount(2);
  await expect(day(first).getByRole('listitem').filter({ hasText: mark })).toContainText([
    '9:30 AM – 10:30 AM',
    '3:00 PM – 3:30 PM',
  ]);
  const consultation = day(first).getByRole('listitem').filter({ hasText: mark }).last();
  for (const words of [`Jana Sandoval ${mark}`, 'Consultation', 'By the side door.'])
    await expect(consultation).toContainText(words);
  const [above, below] = [await day(first).boundingBox(), await day(second).boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  browserLog.expectNoErrors();

  // A patient without a name would be shown by number; a role that sees only the times is sent neither.
  await asMember(browser, 'Staff', async (theirs) => {
    await theirs.goto(`${home}/appointments?from=${first}&to=${second}`);
    await expect(
      theirs.getByRole('region', { name: inWords(second) }).getByText('Patient', { exact: true }),
    ).toBeVisible();
    await expect(theirs.getByText(`#${patient}`)).toHaveCount(0);
    await expect(theirs.getByText(mark)).toHaveCount(0);
  });
});
