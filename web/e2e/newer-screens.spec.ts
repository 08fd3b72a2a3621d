import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { home, stamp } from './clinics';
import { clearShown, seedShown, type Shown } from './newer-screens.seed';
import { screenshots } from './screenshots';

/** Each screen and dialog, with its heading and what shows that it is all there. `whole`: the picture is of the whole page. */
interface Screen {
  path: string | ((shown: Shown) => string);
  arrived: string;
  whole?: boolean;
  act: (page: Page, shown: Shown) => Promise<unknown>;
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const dialog = (page: Page, name: string | RegExp) => expect(page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))).toBeVisible();
const says = (page: Page, words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();

/** On a phone the form is hidden until its button is pressed. */
async function unfold(page: Page) {
  const form = page.getByRole('form', { name: 'Book an appointment' });
  const open = page.getByRole('button', { name: 'Book an appointment', exact: true });
  await expect(form.or(open)).toBeVisible();
  if (await open.isVisible()) await open.click();
  await expect(form).toBeVisible();
}

const appointments = { path: '/appointments', arrived: 'Appointments' };
const estimate = { path: ({ blankId }: Shown) => `/gfe-estimate/${blankId}`, arrived: 'Good Faith Estimate' };
const templates = { path: '/gfe-templates', arrived: 'Exam templates' };
const loyalty = { path: '/loyalty', arrived: 'Loyalty Program', whole: true };
const subscriptions = { path: '/subscriptions', arrived: 'Subscriptions', whole: true };
const pricing = { path: '/pricing', arrived: 'Pricing Plans', whole: true };
const payment = { arrived: 'Payment confirmation' };

const screens: Record<string, Screen> = {
  appointments: { ...appointments, whole: true, act: (page, { mark }) => expect(page.getByRole('link', { name: `Lena Brandt ${mark}` })).toHaveCount(2) },
  'appointments-none': { ...appointments, path: '/appointments?from=2030-01-01', act: (page) => says(page, 'No appointments in these days') },
  'appointments-missing': { ...appointments, whole: true, act: async (page) => {
    await unfold(page);
    await press(page, 'Book appointment');
    await says(page, 'Choose a patient from the list');
  } },
  'appointments-picker': { ...appointments, act: async (page, { mark }) => {
    await unfold(page);
    await page.getByRole('combobox', { name: 'Patient' }).fill(mark);
    await expect(page.getByRole('listbox', { name: 'Patients found' }).getByRole('option')).toHaveCount(2);
  } },
  'estimate-new': { ...estimate, act: async (page) => {
    await page.getByRole('region', { name: 'Face' }).getByLabel('Service').selectOption('EZ Gel/Bio-Filler per syringe');
    await page.getByRole('region', { name: 'Neck' }).getByLabel('Service').selectOption('Microneedling');
    await page.getByRole('region', { name: 'Neck' }).getByLabel('Sessions').selectOption('Custom');
    await says(page, 'Grand total —');
  } },
  'estimate-missing': { ...estimate, act: async (page) => {
    await page.getByLabel('Patient name').fill('');
    await page.getByRole('region', { name: 'Hair' }).getByLabel('Service').selectOption('Other');
    await page.getByRole('region', { name: 'Hair' }).getByLabel('Unit cost').fill('about 50');
    await press(page, 'Save estimate');
    await expect(page.getByLabel('Patient name')).toBeFocused();
    await expect(page.getByLabel('Unit cost')).toHaveAttribute('aria-invalid', 'true');
  } },
  'estimate-saved': { ...estimate, path: ({ patientId }) => `/gfe-estimate/${patientId}`, act: async (page) => {
    await says(page, 'Grand total $1,788.00');
    const signature = page.getByRole('img', { name: 'Provider signature', exact: true });
    await expect(signature).toBeVisible();
    await signature.scrollIntoViewIfNeeded();
  } },
  'exam-templates': { ...templates, whole: true, act: (page, { template }) => expect(page.getByRole('button', { name: `View ${template}` })).toBeVisible() },
  'exam-template-create': { ...templates, act: async (page) => {
    await press(page, 'New template');
    await dialog(page, 'New template');
    await press(page, 'Create template');
    await says(page, 'Name is required');
  } },
  'exam-template-view': { ...templates, act: async (page, { template }) => {
    await press(page, `View ${template}`);
    await dialog(page, template);
  } },
  'exam-template-edit': { ...templates, act: async (page, { template }) => {
    await press(page, `Edit ${template}`);
    await dialog(page, 'Edit template');
  } },
  'exam-template-delete': { ...templates, act: async (page, { template }) => {
    await press(page, `Delete ${template}`);
    await dialog(page, 'Are you sure you want to delete this GFE template?');
  } },
  loyalty: { ...loyalty, act: async (page) => {
    await says(page, 'Earns 10 points now. Saving changes that.');
    await expect(page.getByRole('region', { name: 'Patient balances' }).getByRole('link').first()).toBeVisible();
  } },
  'loyalty-refused': { ...loyalty, act: async (page) => {
    await page.getByRole('textbox', { name: 'Points' }).fill('2.5');
    await press(page, 'Save rule');
    await says(page, 'Enter a whole number from 0 to 999,999.');
  } },
  subscriptions: { ...subscriptions, act: async (page) => {
    await says(page, 'Trialing');
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('plus');
    await expect(page.getByRole('region', { name: 'Billing summary' })).toContainText('$99.00 a month');
  } },
  'subscriptions-missing': { ...subscriptions, act: async (page) => {
    await page.getByRole('checkbox', { name: 'I accept these terms' }).check();
    await press(page, 'Create subscription');
    await says(page, 'Choose a plan.');
    await says(page, 'Please sign in the box.');
  } },
  'subscriptions-details': { ...subscriptions, whole: false, act: async (page) => {
    await press(page, /^Details: Plus/);
    await dialog(page, 'Plus subscription');
  } },
  pricing: { ...pricing, act: (page) => says(page, '$99') },
  'pricing-annual': { ...pricing, act: async (page) => {
    await press(page, /^Annual/);
    await says(page, 'Save $240 a year');
  } },
  'pricing-failed': { ...pricing, whole: false, act: async (page) => {
    await page.route('**/api/stripe/create-checkout-session', (route) => route.abort());
    await press(page, 'Choose Plus');
    await expect(page.getByRole('alert')).toHaveText('Failed to start checkout. Please try again.');
  } },
  'payment-success': { ...payment, path: '/payment/success?plan=plus&session_id=cs_test_a1b2c3d4e5f6', act: (page) => says(page, 'cs_test_a1b2') },
  'payment-success-bare': { ...payment, path: '/payment/success', act: (page) => expect(page.getByRole('link', { name: 'See subscriptions' })).toBeVisible() },
};

let shown: Shown;
test.beforeAll(async ({ browser }, info) => {
  shown = await seedShown(browser, stamp(info.project.name));
});
test.afterAll(({ browser }) => clearShown(browser, shown));

for (const [name, { path, arrived, whole = false, act }] of Object.entries(screens)) {
  test(name, async ({ page }, info) => {
    await page.goto(home + (typeof path === 'string' ? path : path(shown)));
    await expect(page.getByRole('heading', { level: 1, name: arrived })).toBeVisible();
    await act(page, shown);
    await screenshots(info, 'screen')(page, name, whole);
    await expectAccessible(page);
  });
}
