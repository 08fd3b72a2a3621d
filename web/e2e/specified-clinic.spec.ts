import { expect, test, type Locator } from '@playwright/test';

import { call } from './api';
import { asSpecified } from './asSpecified';
import { home, otherClinic, stamp } from './clinics';
import { inDays } from './dates';
import { openScreen } from './openScreen';

/** What the clinic's own screens show before anybody does anything, and their fixed lists: sections 2, 5 and 9 of the specification. */

const services = [
  'Botox',
  'PRP/PRF Face',
  'PRP Hair Restoration',
  'EZ Gel Face',
  'EZ Gel Hands',
  'Microneedling',
  'Consultation',
  'Follow-up',
];
const offers = (select: Locator, choices: (string | RegExp)[]) =>
  expect(select.getByRole('option')).toHaveText(choices);

/** The other clinic's, whose owner has switched no module on. */
test('the sidebar', async ({ browser }) => {
  const page = await asSpecified(browser);
  const bar = page.getByRole('navigation', { name: 'Main' });
  const links = await bar
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
  // The review room stands beside them, for those who may approve.
  expect(links.filter(([, path]) => path !== '/review')).toEqual([
    ['Dashboard', '/'],
    ['Clients', '/patients'],
    ['Loyalty Program', '/loyalty'],
    ['Appointments', '/appointments'],
    ['Forms', '/digital-consents'],
    ['Clinical Records', '/gfe-templates'],
    ['Team', '/team'],
    ['Subscriptions', '/subscriptions'],
    ['Pricing Plans', '/pricing'],
  ]);
  const disabled = bar.getByRole('listitem').and(page.locator('[aria-disabled="true"]'));
  await expect(disabled).toHaveText(['Import Clients', 'Services', 'Photos', 'Reports']);
  expect(await disabled.locator('a, button, [tabindex]').count()).toBe(0);
  await expect(
    page.getByRole('complementary', { name: 'Sidebar' }).getByText('Celadon', { exact: true }),
  ).toBeVisible();
  expect((await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())?.x).toBe(0);
  // It stays where it is while the page scrolls.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(bar.getByRole('link', { name: 'Dashboard' })).toBeInViewport();
  await page.context().close();
});

test('the dashboard', async ({ page }) => {
  await openScreen(page, '/', 'Dashboard');
  const tiles = page.getByRole('list', { name: 'Where to go' });
  for (const [name, path] of [
    ['Patients', '/patients'],
    ['Appointments', '/appointments'],
    ['Digital Consents', '/digital-consents'],
    ['GFE Templates', '/gfe-templates'],
    ['Loyalty', '/loyalty'],
    ['Subscriptions', '/subscriptions'],
  ] as const) {
    await expect(tiles.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute(
      'href',
      path,
    );
  }
  const analytics = tiles.getByRole('listitem').filter({ hasText: 'Analytics' });
  await expect(analytics).toContainText('Coming Soon');
  expect(await analytics.locator('a, button').count()).toBe(0);
  await expect(
    page.getByRole('region', { name: 'Everything a visit needs, in one calm place' }),
  ).toBeVisible();
});

test('the templates: what a card shows of them', async ({ page }, info) => {
  const mark = stamp(info.project.name);
  await openScreen(page, '/digital-consents', 'Consent templates');
  const word = (length: number) => 'abcdefghij'.repeat(Math.ceil(length / 10)).slice(0, length);
  const made: string[] = [];
  const make = async (api: string, body: object) => {
    const { id } = await call<{ id: number }>(page, 'POST', api, body);
    made.push(`${api}/${id}`);
  };
  await make('/api/consents/templates', { name: `Long ${mark}`, body: `<p>${word(151)}</p>` });
  await make('/api/consents/templates', { name: `Full ${mark}`, body: `<p>${word(150)}</p>` });
  await page.reload();
  const card = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: `${name} ${mark}` }) });
  await expect(card('Long').getByText(word(150))).toHaveText(`${word(150)}…`);
  await expect(card('Full').getByText(word(150))).toHaveText(word(150));
  await card('Long').getByRole('button', { name: /^View/ }).click();
  await expect(
    page.getByRole('dialog', { name: `Long ${mark}` }).getByText(word(151)),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await card('Long').getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit template' });
  await dialog.getByLabel('Name').fill('   ');
  await dialog.getByRole('textbox', { name: 'Consent text' }).fill(' \n ');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(2);

  await make('/api/gfe/templates', {
    name: `Cut ${mark}`,
    vitals_template: word(41),
    ros_template: word(40),
    pe_template: null,
  });
  await page.goto(`${home}/gfe-templates`);
  await expect(card('Cut').getByRole('definition')).toHaveText([`${word(40)}…`, word(40), '—']);
  await card('Cut').getByRole('button', { name: /^Edit/ }).click();
  await dialog.getByLabel('Name').fill('  ');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(1);
  for (const path of made) await call(page, 'DELETE', path);
});

/** At the clinic without a catalogue: this worker's own may hold services that another file has added. */
test('the loyalty program', async ({ browser }) => {
  const page = await asSpecified(browser);
  await openScreen(page, '/loyalty', 'Loyalty Program', otherClinic);
  const form = page.getByRole('form', { name: 'Point rule' });
  await expect(form.getByRole('combobox', { name: 'Service' })).toHaveValue('Botox');
  await offers(form.getByRole('combobox', { name: 'Service' }), services);
  const points = form.getByRole('textbox', { name: 'Points' });
  await expect(points).toHaveValue('10');
  await points.fill('many');
  await points.blur();
  await expect(points).toHaveValue('0');
  await expect(page.getByRole('region', { name: 'Point rules' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Patient balances' })).toBeVisible();
  await page.context().close();
});

test('the team', async ({ page }) => {
  await openScreen(page, '/team', 'Team');
  const team = await call<{ role: string }[]>(page, 'GET', '/api/team');
  const providers = page
    .locator('dl > div, dl > *')
    .filter({ has: page.getByText('Providers', { exact: true }) })
    .last();
  await expect(providers.getByRole('definition')).toHaveText(
    String(team.filter(({ role }) => role === 'Provider' || role === 'Medical Director').length),
  );
  await page.getByRole('button', { name: 'Add team member' }).click();
  const dialog = page.getByRole('dialog', { name: 'New team member' });
  await offers(dialog.getByLabel('Role'), [
    'Provider',
    'Medical Director',
    'Nurse',
    'Medical Assistant',
    'Receptionist',
    'Practice Manager',
    'Staff',
  ]);
  await offers(dialog.getByLabel('Department'), [
    'Clinical',
    'Administrative',
    'Management',
    'Support',
  ]);
  await offers(dialog.getByLabel('Status'), ['Active', 'Inactive']);
  for (const [label, value] of [
    ['Role', 'Staff'],
    ['Department', 'Clinical'],
    ['Status', 'active'],
    ['Hire date', await inDays(page, 0)],
  ] as const)
    await expect(dialog.getByLabel(label)).toHaveValue(value);
  await dialog.getByLabel('Hire date').fill('');
  await dialog.getByRole('button', { name: 'Add team member' }).click();
  for (const words of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Hire date is required',
  ])
    await expect(dialog.getByText(words)).toBeVisible();
  for (const label of ['Phone', 'License number', 'Specialties', 'Notes'])
    await expect(dialog.getByLabel(label)).not.toHaveAttribute('aria-invalid', 'true');
});

test('the subscription form', async ({ page }) => {
  await openScreen(page, '/subscriptions', 'Subscriptions');
  const form = page.getByRole('form', { name: 'New subscription' });
  const summary = form.getByRole('region', { name: 'Billing summary' });
  const today = await inDays(page, 0);
  await expect(form.getByLabel('Start date')).toHaveValue(today);
  await expect(form.getByLabel('Start with a trial')).toBeChecked();
  await expect(form.getByLabel('Trial days')).toHaveValue('14');
  const admin = form.getByRole('group', { name: 'Admin (Optional)' });
  await expect(admin.getByLabel('Status')).toHaveValue('Trialing');
  await offers(admin.getByLabel('Status'), ['Trialing', 'Active', 'Past Due', 'Canceled']);
  await offers(form.getByRole('combobox', { name: 'Payment method' }), [
    'Choose a payment method',
    'Card on file (Stripe)',
    'New card entry (Stripe Checkout)',
    'Other (manual)',
  ]);
  await expect(form).toContainText(
    'I authorize recurring monthly charges to the payment method above after the 14-day trial ends. I may cancel at any time before the next billing date.',
  );
  const features = {
    basic: ['$49.00', 'Core charting', '1 staff seat', 'email reminders'],
    plus: ['$99.00', '3 seats', 'SMS reminders', 'photo compare'],
    pro: ['$150.00', 'unlimited seats', 'eSign + GFE', 'priority support'],
  };
  for (const [plan, words] of Object.entries(features)) {
    await form.getByRole('combobox', { name: 'Plan' }).selectOption(plan);
    for (const one of words) await expect(summary).toContainText(one);
  }
  // Read-only: nothing in it can be typed into.
  for (const name of [
    'Price',
    'Trial end',
    'Next billing date',
    'First charge (due today)',
    'Recurring charge',
    'Stripe price id',
  ])
    await expect(summary.getByText(name, { exact: true })).toBeVisible();
  expect(await summary.locator('input, textarea, select').count()).toBe(0);
  await form.getByLabel('Start date').fill('2028-01-17');
  for (const words of [
    'Trial endJan 31, 2028',
    'Next billing dateFeb 29, 2028',
    'First charge (due today)$0.00',
    'Recurring charge$150.00',
  ])
    await expect(summary).toContainText(words);
  await form.getByLabel('Start with a trial').uncheck();
  for (const words of [
    'Trial endJan 17, 2028',
    'Next billing dateFeb 17, 2028',
    'First charge (due today)$150.00',
  ])
    await expect(summary).toContainText(words);
  const create = form.getByRole('button', { name: 'Create subscription' });
  await form.getByRole('combobox', { name: 'Plan' }).selectOption('');
  await expect(create).toBeDisabled();
  await form.getByRole('checkbox', { name: 'I accept these terms' }).check();
  const signed = form.locator('input[name="sub_sig_date"]');
  await signed.fill('');
  await create.click();
  for (const words of ['Choose a plan.', 'Choose a payment method.', 'Please sign in the box.'])
    await expect(form.getByText(words)).toBeVisible();
  await expect(signed).toHaveAttribute('aria-invalid', 'true');
});

test('the pricing page', async ({ page }) => {
  await openScreen(page, '/pricing', 'Pricing Plans');
  await expect(page.getByText('Save 20%')).toBeVisible();
  await expect(page.getByText(/Annual plans can be cancelled.*prorated refund/)).toBeVisible();
  const plans = {
    Basic: {
      monthly: '$49',
      annual: '$39',
      saved: '$120',
      features: ['1 user', 'Up to 50 patient records per month'],
    },
    Plus: {
      monthly: '$99',
      annual: '$79',
      saved: '$240',
      features: ['3 users', 'Unlimited records', 'Basic reports'],
    },
    Pro: {
      monthly: '$150',
      annual: '$120',
      saved: '$360',
      features: ['Unlimited users', 'Advanced reports', 'Digital Medical Director signature'],
    },
  };
  const card = (name: string) => page.getByRole('article', { name });
  for (const [name, { monthly, features }] of Object.entries(plans)) {
    await expect(card(name)).toContainText(`${monthly} per month`);
    await expect(card(name).getByRole('listitem')).toContainText([...features, '14-day trial']);
    await expect(card(name).getByText('Popular')).toBeVisible({ visible: name === 'Plus' });
  }
  await page.getByRole('button', { name: /^Annual/ }).click();
  for (const [name, { annual, saved }] of Object.entries(plans)) {
    await expect(card(name)).toContainText(`${annual} per month`);
    await expect(card(name)).toContainText(`Save ${saved} a year`);
  }
});
