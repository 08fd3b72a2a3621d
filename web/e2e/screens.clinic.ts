import { expect } from '@playwright/test';

import { clinical } from './screens.clinical';
import { escape, opens, press, reads, sees, shows, type Screen } from './screens';

/** The screens of the clinic itself, and those at no patient's address. */
export const clinic: Screen[] = [
  {
    route: '',
    path: '/',
    heading: 'Dashboard',
    onPhone: true,
    dark: true,
    arrived: reads(/ pending$/),
    states: [{ ...opens('menu', /^More$/, 'Menu'), dark: true }],
  },
  ...clinical,
  {
    route: 'team',
    path: '/team',
    heading: 'Team',
    arrived: sees(/^Edit /),
    refused: ['403 /api/team/:id/invite'],
    states: [
      opens('add', 'Add team member', 'New team member'),
      opens('edit', /^Edit /, 'Edit team member'),
      opens('changes', /^Who changed what about /, /^Changes to /),
      opens('delete', /^Delete /, 'Are you sure you want to delete this team member?'),
      opens('cancel invitation', /^Cancel the invitation for /, /^Cancel the invitation for /),
      opens('former members', 'Former members', 'Former members'),
      {
        name: 'reauthentication',
        act: async (page, { invited }) => {
          await page.route('**/api/team/*/invite', (route) =>
            route.fulfill({
              status: 403,
              json: { error: 'Confirm that it is you.', code: 'proof_required' },
            }),
          );
          await press(`Send new invitation to ${invited}`)(page);
          await shows(page, 'Confirm that it is you');
        },
        back: async (page) => {
          await page.unroute('**/api/team/*/invite');
          await escape(page);
        },
      },
      {
        name: 'invitation',
        act: async (page, { invited }) => {
          await press(`Send new invitation to ${invited}`)(page);
          await shows(page, `Invitation for ${invited}`);
        },
      },
    ],
  },
  {
    route: 'loyalty',
    path: '/loyalty',
    heading: 'Loyalty Program',
    arrived: async (page) => {
      await expect(page.getByLabel('Points', { exact: true })).toBeVisible();
      await reads('Earns 10 points now. Saving changes that.')(page);
      await expect(
        page.getByRole('region', { name: 'Patient balances' }).getByRole('link').first(),
      ).toBeVisible();
    },
    states: [
      {
        name: 'refused',
        act: async (page) => {
          await page.getByRole('textbox', { name: 'Points' }).fill('2.5');
          await press('Save rule')(page);
          await reads('Enter a whole number from 0 to 999,999.')(page);
        },
      },
      opens('changes', 'Who changed the points for Botox', 'Changes to the rule for Botox'),
      opens('delete', 'Delete the rule for Botox', 'Delete the rule for Botox?'),
    ],
  },
  {
    route: 'subscriptions',
    path: '/subscriptions',
    heading: 'Subscriptions',
    arrived: async (page) => {
      await expect(page.getByRole('group', { name: /signature/i })).toBeVisible();
      await sees(/^Details: Plus/)(page);
      await reads('Trialing')(page);
    },
    states: [
      opens('details', /^Details: Plus/, 'Plus subscription'),
      {
        name: 'missing',
        act: async (page) => {
          await page.getByRole('checkbox', { name: 'I accept these terms' }).check();
          await press('Create subscription')(page);
          await reads('Choose a plan.')(page);
          await reads('Please sign in the box.')(page);
        },
      },
      {
        name: 'plan',
        act: async (page) => {
          await page.getByRole('combobox', { name: 'Plan' }).selectOption('plus');
          await expect(page.getByRole('region', { name: 'Billing summary' })).toContainText(
            '$99.00 a month',
          );
        },
      },
    ],
  },
  {
    route: 'pricing',
    path: '/pricing',
    heading: 'Pricing Plans',
    arrived: reads('$99'),
    logged: ['error: The checkout could not be started.', 'net::ERR_FAILED'],
    states: [
      {
        name: 'annual',
        act: async (page) => {
          await press(/^Annual/)(page);
          await reads('Save $240 a year')(page);
        },
      },
      {
        name: 'failed',
        act: async (page) => {
          await page.route('**/api/stripe/create-checkout-session', (route) => route.abort());
          await press('Choose Plus')(page);
          await expect(page.getByRole('alert')).toHaveText(
            'Failed to start checkout. Please try again.',
          );
        },
      },
    ],
  },
  {
    route: 'payment/success',
    path: '/payment/success?plan=plus&session_id=cs_test_a1b2c3d4e5f6g7',
    heading: 'Payment confirmation',
    arrived: reads('cs_test_a1b2'),
  },
  {
    route: 'payment/success',
    as: 'bare',
    path: '/payment/success',
    heading: 'Payment confirmation',
    arrived: (page) => expect(page.getByRole('link', { name: 'See subscriptions' })).toBeVisible(),
  },
  {
    route: 'services',
    path: '/services',
    heading: 'Services',
    arrived: sees('Edit Botox'),
    states: [
      {
        name: 'add, missing',
        act: async (page) => {
          await press('Add service')(page);
          await shows(page, 'New service');
          await page.getByRole('dialog').getByRole('button', { name: 'Add service' }).click();
          await reads('Name is required')(page);
        },
        back: escape,
      },
      opens('edit', 'Edit Botox', 'Edit Botox'),
      {
        name: 'menu',
        dark: true,
        act: async (page) => {
          await press('More for Botox')(page);
          await expect(page.getByRole('menu', { name: 'Actions for Botox' })).toBeVisible();
        },
      },
      {
        name: 'delete',
        act: async (page) => {
          await page.getByRole('menuitem', { name: 'Delete' }).click();
          await shows(page, 'Delete Botox?');
        },
        back: escape,
      },
      {
        name: 'changes',
        act: async (page) => {
          await press('More for Botox')(page);
          await page.getByRole('menuitem', { name: 'Who changed what' }).click();
          await shows(page, 'Changes to Botox');
        },
      },
    ],
  },
  {
    route: 'messages',
    path: '/messages',
    heading: 'Messages to patients',
    dark: true,
    arrived: sees('Edit Reminder'),
    states: [
      {
        name: 'settings',
        dark: true,
        act: async (page) => {
          await press('Change')(page);
          await shows(page, 'Messages to patients');
        },
        back: escape,
      },
      {
        name: 'words',
        act: async (page) => {
          await press('Edit Reminder')(page);
          await shows(page, 'Words of “Reminder”');
          await press('Preview')(page);
          await expect(page.getByRole('status', { name: 'Preview' })).toBeVisible();
        },
        back: escape,
      },
      {
        name: 'service',
        dark: true,
        act: async (page) => {
          await press('Edit the messages of Botox')(page);
          await shows(page, 'Messages of Botox');
        },
        back: escape,
      },
    ],
  },
  {
    route: 'after-visits',
    path: '/after-visits',
    heading: 'After visits',
    dark: true,
    arrived: sees(/^Done: /),
    states: [
      {
        name: 'note',
        dark: true,
        act: async (page) => {
          await page
            .getByRole('button', { name: /^Note about / })
            .first()
            .click();
          await shows(page, /^Follow-up with /);
        },
        back: escape,
      },
    ],
  },
  {
    route: 'settings',
    path: '/settings',
    heading: 'Clinic settings',
    arrived: sees('Save settings'),
    states: [
      {
        name: 'refused',
        act: async (page) => {
          await page.getByLabel(/^Minutes until/).fill('90');
          await press('Save settings')(page);
          await reads('Enter a whole number from 5 to 60.')(page);
        },
      },
      {
        name: 'lists',
        act: async (page) => {
          await page.getByLabel('List', { exact: true }).selectOption('Skin PE');
          await expect(page.getByRole('list', { name: 'Entries of Skin PE' })).toBeVisible();
        },
      },
      opens('estimates', 'Change Good Faith Estimates', 'Good Faith Estimates'),
      {
        name: 'new API token',
        act: async (page) => {
          await page.getByRole('button', { name: 'New token' }).click();
          await expect(page.getByRole('dialog', { name: 'New API token' })).toBeVisible();
        },
      },
    ],
  },
  { route: '*', path: '/no/such/page', heading: 'Page not found' },
];
