import { expect, test, type Page } from '@playwright/test';

import { home, stamp } from './clinics';
import { inDays } from './dates';
import { showAllTexts } from './examTexts';
import { addPatient, openScreen } from './openScreen';
import { draw, expectSignature } from './signature';
import { askAboutHealth, ownersPage, signEveryConsent } from './seed';
import { captureCall } from './captureCall';

/** The calls of section 7, as the app itself makes them: each with the fields that the specification names, and no others but ours. */

const png = expect.stringMatching(/^data:image\/png;base64,/);

let mark: string;
let patient: number;
test.beforeAll(async ({ browser }, info) => {
  mark = stamp(info.project.name);
  const page = await ownersPage(browser);
  patient = await addPatient(page, 'Cara', mark);
  await page.context().close();
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('a patient', async ({ page }) => {
  await openScreen(page, '/patients', 'Clients');
  await press(page, 'Add patient');
  const dialog = page.getByRole('dialog', { name: 'Add patient' });
  const typed = {
    'First name': 'Lia',
    'Last name': mark,
    'Birth date': '1988-07-09',
    Phone: '2125550101',
    Email: `lia.${mark}@example.com`,
  };
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).fill(text);
  const { status, body } = await captureCall(page, 'POST', '/api/patients', () =>
    dialog.getByRole('button', { name: 'Add patient' }).click(),
  );
  expect(status).toBe(201);
  expect(body).toEqual({
    first_name: 'Lia',
    last_name: mark,
    birth_date: '1988-07-09',
    phone: expect.stringContaining('555'),
    email: `lia.${mark}@example.com`,
    confirmed: [],
  });
});

test('templates of both kinds', async ({ page }) => {
  const kinds = [
    {
      path: '/digital-consents',
      heading: 'Consent templates',
      api: '/api/consents/templates',
      fill: { Name: `Calls ${mark}`, 'Consent text': 'I agree.' },
      body: { name: `Calls ${mark}`, body: '<p>I agree.</p>' },
    },
    {
      path: '/gfe-templates',
      heading: 'Exam templates',
      api: '/api/gfe/templates',
      fill: {
        Name: `Calls ${mark}`,
        Description: 'For all',
        Vitals: 'HR: ___ bpm',
        'Review of systems': 'Skin: Denies rash',
        'Physical exam': 'Skin: Warm',
      },
      body: {
        name: `Calls ${mark}`,
        description: 'For all',
        vitals_template: 'HR: ___ bpm',
        ros_template: 'Skin: Denies rash',
        pe_template: 'Skin: Warm',
      },
    },
  ];
  for (const { path, heading, api, fill, body } of kinds) {
    await openScreen(page, path, heading);
    await page.getByRole('button', { name: 'New template' }).first().click();
    const dialog = page.getByRole('dialog', { name: /template$/ });
    for (const [label, text] of Object.entries(fill))
      await dialog.getByRole('textbox', { name: label }).fill(text);
    const made = await captureCall(page, 'POST', api, () => press(page, 'Create template'));
    expect([made.status, made.body]).toEqual([201, body]);
    const { id } = (await made.answer.json()) as { id: number };

    await press(page, `Edit Calls ${mark}`);
    await dialog.getByLabel('Name').fill(`Calls ${mark} again`);
    const changed = await captureCall(page, 'PUT', `${api}/${id}`, () =>
      press(page, 'Save changes'),
    );
    expect([changed.status, changed.body]).toEqual([200, { ...body, name: `Calls ${mark} again` }]);

    await press(page, `Delete Calls ${mark} again`);
    const deleted = await captureCall(page, 'DELETE', `${api}/${id}`, () =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    );
    expect([deleted.status, deleted.body]).toEqual([204, null]);
  }
});

test('an exam, a treatment and a consent', async ({ page }) => {
  await openScreen(page, `/gfe/${patient}`, 'Good Faith Exam');
  const systems = {
    Constitutional: 'constitutional',
    HEENT: 'heent',
    Cardiovascular: 'cardio',
    Respiratory: 'resp',
    Gastrointestinal: 'gi',
    Genitourinary: 'gu',
    Musculoskeletal: 'msk',
    Neurological: 'neuro',
    Skin: 'skin',
    Psychiatric: 'psych',
  };
  const expected: Record<string, unknown> = { patient_id: patient, vitals: 'HR: 61 bpm' };
  await showAllTexts(page);
  await page.getByRole('textbox', { name: 'Vitals' }).fill('HR: 61 bpm');
  for (const [part, field] of [
    ['ROS', 'ros'],
    ['PE', 'pe'],
  ]) {
    for (const [label, system] of Object.entries(systems)) {
      await page
        .getByRole('textbox', { name: `${label} ${part}`, exact: true })
        .fill(`${label} ${part} is well`);
      expected[`${field}_${system}`] = `${label} ${part} is well`;
    }
  }
  const exam = await captureCall(page, 'POST', '/api/gfe', () => press(page, 'Save exam'));
  expect([exam.status, exam.body]).toEqual([201, expected]);

  await askAboutHealth(page, patient);
  await signEveryConsent(page, patient);
  await openScreen(page, `/patients/${patient}`, `Cara Sandoval ${mark}`);
  const form = page.getByRole('form', { name: 'New treatment' });
  const treat = async () => {
    for (const [label, text] of [
      ['Areas', 'Cheeks'],
      ['Notes', 'Went well'],
    ] as const)
      await form.getByLabel(label).fill(text);
    await draw(page, form.getByRole('group', { name: 'Provider signature' }));
    const { status, body } = await captureCall(page, 'POST', '/api/treatments', () =>
      press(page, 'Save treatment'),
    );
    expect(status).toBe(201);
    await expectSignature(page, body?.['provider_signature'], 400, 100);
    return body;
  };
  await form.getByLabel('Units').fill('12.5');
  await form.getByLabel('Lot').fill('C1');
  const common = {
    patient_id: patient,
    areas: 'Cheeks',
    notes: 'Went well',
    provider_signature: png,
  };
  expect(await treat()).toEqual({ ...common, treatment_type: 'Botox', units: 12.5, lot: 'C1' });
  await expect(form.getByLabel('Areas')).toHaveValue('');
  await form.getByLabel('Treatment type').selectOption('EZ Gel Hands');
  await form.getByLabel('Volumes (mL)').fill('2 + 1');
  expect(await treat()).toEqual({ ...common, treatment_type: 'EZ Gel Hands', volumes_ml: '2 + 1' });

  await page.getByRole('combobox', { name: 'Consent template' }).selectOption({ index: 1 });
  const issued = await captureCall(page, 'POST', `/api/consents/${patient}/issue`, () =>
    press(page, 'Issue consent'),
  );
  expect([issued.status, issued.body]).toEqual([201, { templateId: expect.any(Number) }]);
  expect(await issued.answer.json()).toMatchObject({
    portal_url: expect.stringMatching(new RegExp(`^${home}/portal/sign/`)),
  });
});

test('an estimate, created and then changed', async ({ page }) => {
  await openScreen(page, `/gfe-estimate/${patient}`, 'Good Faith Estimate');
  const expected: Record<string, unknown> = {};
  for (const [name, choice] of [
    ['Face', 'Botox per unit'],
    ['Hair', 'PRP Hair Restoration'],
    ['Hands', 'Microneedling'],
    ['Neck', 'Microneedling'],
    ['Other', 'Scar Revision'],
  ] as const) {
    const area = page.getByRole('region', { name, exact: true });
    await area.getByLabel('Service').selectOption(choice);
    await area.getByLabel('Unit cost').fill('10.5');
    await area.getByLabel('Quantity').fill('2');
    await area.getByLabel('Sessions').selectOption('Custom');
    await area.getByLabel('Custom sessions').fill('7');
    const field = name.toLowerCase();
    Object.assign(expected, {
      [`${field}_service`]: choice,
      [`${field}_unit_cost`]: 10.5,
      [`${field}_qty`]: 2,
      [`${field}_sessions`]: 'Custom',
      [`${field}_sessions_custom`]: 7,
    });
  }
  await page.getByRole('textbox', { name: 'Provider', exact: true }).fill('Claire Donovan');
  await page.getByLabel('Expected duration').fill('A year');
  await page.getByLabel('Notes').fill('By mail');
  for (const name of ['Patient signature', 'Provider signature'])
    await draw(page, page.getByRole('group', { name }));
  Object.assign(expected, {
    patient_id: patient,
    pt_name: `Cara Sandoval ${mark}`,
    pt_dob: '1990-03-14',
    prov_name: 'Claire Donovan',
    expected_duration: 'A year',
    notes: 'By mail',
    est_date: await inDays(page, 0),
    pt_sig: png,
    pt_sig_date: await inDays(page, 0),
    prov_sig: png,
    prov_sig_date: await inDays(page, 0),
  });
  const made = await captureCall(page, 'POST', '/api/gfe-estimate', () =>
    press(page, 'Save estimate'),
  );
  expect(made.status).toBe(201);
  expect(made.body).toEqual(expected);
  for (const name of ['pt_sig', 'prov_sig'])
    await expectSignature(page, made.body?.[name], 400, 120);
  const row = (await made.answer.json()) as Record<string, unknown>;
  expect(row).toMatchObject({
    face_subtotal: 147,
    hair_subtotal: 147,
    hands_subtotal: 147,
    neck_subtotal: 147,
    other_subtotal: 147,
    grand_total: 735,
  });
  await page.getByLabel('Notes').fill('By hand');
  await press(page, 'Save estimate');
  // It is signed by both: the question is where the press was.
  const changed = await captureCall(page, 'PUT', `/api/gfe-estimate/${String(row['id'])}`, () =>
    press(page, 'Save without the signatures'),
  );
  expect(changed.status).toBe(200);
  // The same body; signatures are sent only when they are drawn anew.
  const { pt_sig: _patient, prov_sig: _provider, ...same } = expected;
  expect(changed.body).toEqual({ ...same, notes: 'By hand' });
  // What was signed before stays with its signatures, to be read and printed.
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect(versions.getByText(/^Version 2 \(current\): \$735\.00, not signed$/)).toBeVisible();
  await expect(versions.getByText('Changed: Notes')).toBeVisible();
  await versions.getByRole('link', { name: 'Read version 1' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Good Faith Estimate, version 1' }),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: /^Signature of / })).toHaveCount(2);
});

test('an appointment and a point rule', async ({ page }) => {
  await openScreen(page, '/appointments', 'Appointments');
  const form = page.getByRole('form', { name: 'Book an appointment' });
  await form.getByRole('combobox', { name: 'Patient' }).fill(`Cara Sandoval ${mark}`);
  await page.getByRole('option', { name: /^Cara/ }).click();
  const time = `${await inDays(page, 300)}T09:45`;
  await form.getByLabel('Date and time').fill(time);
  await form.getByLabel('Notes').fill('Side door');
  const booked = await captureCall(page, 'POST', '/api/appointments', () =>
    press(page, 'Book appointment'),
  );
  expect([booked.status, booked.body]).toEqual([
    201,
    {
      patient_id: patient,
      appointment_time: time,
      service: 'Botox',
      notes: 'Side door',
      confirmed: [],
    },
  ]);

  await openScreen(page, '/loyalty', 'Loyalty Program');
  await expect(page.getByLabel('Loading the point rules')).toBeHidden();
  const rule = page.getByRole('form', { name: 'Point rule' });
  await rule.getByRole('combobox', { name: 'Service' }).selectOption('Follow-up');
  await rule.getByRole('textbox', { name: 'Points' }).fill('7');
  const saved = await captureCall(page, 'POST', '/api/loyalty/rules', () =>
    press(page, 'Save rule'),
  );
  expect(saved.body).toEqual({ service: 'Follow-up', points: 7 });
  expect(saved.answer.ok()).toBe(true);
});

test('a team member', async ({ page }) => {
  await openScreen(page, '/team', 'Team');
  await press(page, 'Add team member');
  const dialog = page.getByRole('dialog', { name: /team member$/ });
  const typed = {
    'First name': 'Mara',
    'Last name': mark,
    Email: `mara.${mark}@example.com`,
    Phone: '2125550102',
    'License number': 'L-1',
    Specialties: 'Skin',
    Notes: 'Mondays',
  };
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).fill(text);
  const expected = {
    first_name: 'Mara',
    last_name: mark,
    email: `mara.${mark}@example.com`,
    phone: expect.stringContaining('555'),
    role: 'Staff',
    department: 'Clinical',
    status: 'active',
    hire_date: await inDays(page, 0),
    license_number: 'L-1',
    specialties: 'Skin',
    notes: 'Mondays',
  };
  const made = await captureCall(page, 'POST', '/api/team', () =>
    dialog.getByRole('button', { name: 'Add team member' }).click(),
  );
  expect([made.status, made.body]).toEqual([201, expected]);
  const { member } = (await made.answer.json()) as { member: { id: number } };
  await page.goto(`${home}/team`);
  await press(page, `Edit Mara ${mark}`);
  await dialog.getByLabel('Notes').fill('Tuesdays');
  const changed = await captureCall(page, 'PUT', `/api/team/${member.id}`, () =>
    press(page, 'Save changes'),
  );
  expect([changed.status, changed.body]).toEqual([200, { ...expected, notes: 'Tuesdays' }]);
  await press(page, `Delete Mara ${mark}`);
  const deleted = await captureCall(page, 'DELETE', `/api/team/${member.id}`, () =>
    page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
  );
  expect([deleted.status, deleted.body]).toEqual([204, null]);
});

test('a subscription', async ({ page }) => {
  await openScreen(page, '/subscriptions', 'Subscriptions');
  const form = page.getByRole('form', { name: 'New subscription' });
  await form.getByRole('combobox', { name: 'Plan' }).selectOption('plus');
  await form.getByRole('combobox', { name: 'Payment method' }).selectOption('Other (manual)');
  await form.getByLabel('Status').selectOption('Past Due');
  await form.getByLabel('Notes').fill(mark);
  await draw(page, form.getByRole('group', { name: 'Signature' }));
  await form.getByRole('checkbox', { name: 'I accept these terms' }).check();
  const today = await inDays(page, 0);
  const { status, body, answer } = await captureCall(page, 'POST', '/api/subscriptions', () =>
    press(page, 'Create subscription'),
  );
  expect(status).toBe(201);
  expect(body).toEqual({
    sub_plan: 'plus',
    sub_trial_enabled: true,
    sub_trial_days: 14,
    sub_start_date: today,
    sub_payment_method: 'Other (manual)',
    sub_terms: true,
    sub_sig: png,
    sub_sig_date: today,
    sub_status: 'Past Due',
    sub_notes: mark,
  });
  await expectSignature(page, body?.['sub_sig'], 400, 120);
  const fields = [
    'id',
    'sub_plan',
    'sub_price',
    'sub_stripe_price_id',
    'sub_features',
    'sub_trial_enabled',
    'sub_trial_days',
    'sub_start_date',
    'sub_trial_end',
    'sub_next_bill_date',
    'sub_first_charge_amount',
    'sub_recurring_amount',
    'sub_payment_method',
    'sub_terms',
    'sub_sig',
    'sub_sig_date',
    'sub_status',
    'sub_notes',
  ];
  expect(Object.keys((await answer.json()) as object)).toEqual(expect.arrayContaining(fields));
});
