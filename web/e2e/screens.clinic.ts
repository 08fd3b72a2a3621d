import { expect } from '@playwright/test';

import { escape, opens, press, reads, sees, shows, type Screen } from './screens';

/** The screens of the clinic itself, and those at no patient's address. */
export const clinic: Screen[] = [
  { route: '', path: '/', heading: 'Dashboard', onPhone: true, dark: true, arrived: reads(/ pending$/), states: [{ ...opens('menu', /^More$/, 'Menu'), dark: true }] },
  { route: 'review', path: '/review', heading: 'Review', onPhone: true, arrived: (page) => expect(page.getByRole('region', { name: 'Queue' }).getByRole('listitem').first()).toBeVisible(), states: [
    { name: 'chart', act: async (page) => {
      await page.getByRole('region', { name: 'Queue' }).getByRole('listitem').first().getByRole('button').click();
      await expect(page.getByRole('region', { name: 'Chart' }).getByRole('heading', { level: 2 }).first()).toBeVisible();
    } },
  ] },
  { route: 'review/approved', path: '/review/approved', heading: 'Approved charts', onPhone: true, dark: true, arrived: (page) => expect(page.getByRole('table', { name: 'Charts that wait for nobody' }).or(page.getByRole('list', { name: 'Charts that wait for nobody' }))).toBeVisible(), states: [
    { name: 'none like this', act: async (page) => {
      await page.getByLabel('Recorded to').fill('1990-01-01');
      await reads('No chart like this')(page);
    } },
  ] },
  { route: 'review/settings', path: '/review/settings', heading: 'How we review', arrived: sees('Edit hours and shares'), states: [
    opens('shares', 'Edit hours and shares', 'Hours and shares'),
    opens('absence', 'Add an absence', 'Absence of a director'),
  ] },
  { route: 'adverse-events', path: '/adverse-events', heading: 'Adverse events', dark: true, arrived: (page) => expect(page.getByRole('table', { name: 'Reported events' }).or(page.getByRole('list', { name: 'Reported events' }))).toBeVisible(), states: [
    { name: 'none like this', act: async (page) => {
      await page.getByLabel('Began to').fill('1990-01-01');
      await reads('No adverse event like this')(page);
    } },
  ] },
  { route: 'estimates-due', path: '/estimates-due', heading: 'Estimates due', dark: true, arrived: sees('Change who is mailed'), states: [
    opens('who is mailed', 'Change who is mailed', 'Mail about estimates due'),
    opens('close', /^Close the estimate due for /, 'Close without issuing'),
    { name: 'none like this', act: async (page) => {
      await page.getByLabel('Cause').selectOption('changed');
      await page.getByLabel('State').selectOption('true');
      await reads('No estimate like this')(page);
    } },
  ] },
  // The demo clinic has not switched it on; protocols.spec.ts looks at what it is then.
  { route: 'protocols', path: '/protocols', heading: 'Protocols', arrived: reads('Protocols is switched off') },
  { route: 'digital-consents', path: '/digital-consents', heading: 'Consent templates', arrived: sees(/^View /), states: [
    { name: 'view', act: async (page) => {
      await press(/^View /)(page);
      await expect(page.getByRole('group', { name: 'Template text' })).toBeVisible();
    }, back: escape },
    opens('edit', /^Edit /, 'Edit template'),
    opens('history', /^History /, /^History of /),
    opens('delete', /^Delete /, 'Are you sure you want to delete this template?'),
  ] },
  { route: 'gfe-templates', path: '/gfe-templates', heading: 'Exam templates', arrived: (page, { template }) => sees(`View ${template}`)(page), states: [
    { name: 'create, missing', act: async (page) => {
      await press('New template')(page);
      await shows(page, 'New template');
      await press('Create template')(page);
      await reads('Name is required')(page);
    }, back: escape },
    { name: 'view', act: async (page, { template }) => {
      await press(`View ${template}`)(page);
      await shows(page, template);
    }, back: escape },
    { name: 'edit', act: async (page, { template }) => {
      await press(`Edit ${template}`)(page);
      await shows(page, 'Edit template');
    }, back: escape },
    { name: 'history', act: async (page, { template }) => {
      await press(`History ${template}`)(page);
      await shows(page, `History of ${template}`);
    } },
    { name: 'version', act: async (page) => {
      await press('Read version 1')(page);
      await reads('Denies fever, chills or night sweats')(page);
    }, back: escape },
    { name: 'delete', act: async (page, { template }) => {
      await press(`Delete ${template}`)(page);
      await shows(page, 'Are you sure you want to delete this GFE template?');
    } },
  ] },
  { route: 'team', path: '/team', heading: 'Team', arrived: sees(/^Edit /), refused: ['403 /api/team/:id/invite'], states: [
    opens('add', 'Add team member', 'New team member'),
    opens('edit', /^Edit /, 'Edit team member'),
    opens('changes', /^Who changed what about /, /^Changes to /),
    opens('delete', /^Delete /, 'Are you sure you want to delete this team member?'),
    opens('cancel invitation', /^Cancel the invitation for /, /^Cancel the invitation for /),
    opens('former members', 'Former members', 'Former members'),
    { name: 'reauthentication', act: async (page, { invited }) => {
      await page.route('**/api/team/*/invite', (route) => route.fulfill({ status: 403, json: { error: 'Confirm that it is you.', code: 'proof_required' } }));
      await press(`Send new invitation to ${invited}`)(page);
      await shows(page, 'Confirm that it is you');
    }, back: async (page) => {
      await page.unroute('**/api/team/*/invite');
      await escape(page);
    } },
    { name: 'invitation', act: async (page, { invited }) => {
      await press(`Send new invitation to ${invited}`)(page);
      await shows(page, `Invitation for ${invited}`);
    } },
  ] },
  { route: 'loyalty', path: '/loyalty', heading: 'Loyalty Program', arrived: async (page) => {
    await expect(page.getByLabel('Points', { exact: true })).toBeVisible();
    await reads('Earns 10 points now. Saving changes that.')(page);
    await expect(page.getByRole('region', { name: 'Patient balances' }).getByRole('link').first()).toBeVisible();
  }, states: [
    { name: 'refused', act: async (page) => {
      await page.getByRole('textbox', { name: 'Points' }).fill('2.5');
      await press('Save rule')(page);
      await reads('Enter a whole number from 0 to 999,999.')(page);
    } },
    opens('changes', 'Who changed the points for Botox', 'Changes to the rule for Botox'),
  ] },
  { route: 'subscriptions', path: '/subscriptions', heading: 'Subscriptions', arrived: async (page) => {
    await expect(page.getByRole('group', { name: /signature/i })).toBeVisible();
    await sees(/^Details: Plus/)(page);
    await reads('Trialing')(page);
  }, states: [
    opens('details', /^Details: Plus/, 'Plus subscription'),
    { name: 'missing', act: async (page) => {
      await page.getByRole('checkbox', { name: 'I accept these terms' }).check();
      await press('Create subscription')(page);
      await reads('Choose a plan.')(page);
      await reads('Please sign in the box.')(page);
    } },
    { name: 'plan', act: async (page) => {
      await page.getByRole('combobox', { name: 'Plan' }).selectOption('plus');
      await expect(page.getByRole('region', { name: 'Billing summary' })).toContainText('$99.00 a month');
    } },
  ] },
  { route: 'pricing', path: '/pricing', heading: 'Pricing Plans', arrived: reads('$99'), logged: ['error: The checkout could not be started.', 'net::ERR_FAILED'], states: [
    { name: 'annual', act: async (page) => {
      await press(/^Annual/)(page);
      await reads('Save $240 a year')(page);
    } },
    { name: 'failed', act: async (page) => {
      await page.route('**/api/stripe/create-checkout-session', (route) => route.abort());
      await press('Choose Plus')(page);
      await expect(page.getByRole('alert')).toHaveText('Failed to start checkout. Please try again.');
    } },
  ] },
  { route: 'payment/success', path: '/payment/success?plan=plus&session_id=cs_test_a1b2c3d4e5f6g7', heading: 'Payment confirmation', arrived: reads('cs_test_a1b2') },
  { route: 'payment/success', as: 'bare', path: '/payment/success', heading: 'Payment confirmation', arrived: (page) => expect(page.getByRole('link', { name: 'See subscriptions' })).toBeVisible() },
  { route: 'services', path: '/services', heading: 'Services', arrived: sees('Edit Botox'), states: [
    { name: 'add, missing', act: async (page) => {
      await press('Add service')(page);
      await shows(page, 'New service');
      await page.getByRole('dialog').getByRole('button', { name: 'Add service' }).click();
      await reads('Name is required')(page);
    }, back: escape },
    opens('edit', 'Edit Botox', 'Edit Botox'),
    { name: 'menu', dark: true, act: async (page) => {
      await press('More for Botox')(page);
      await expect(page.getByRole('menu', { name: 'Actions for Botox' })).toBeVisible();
    } },
    { name: 'delete', act: async (page) => {
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await shows(page, 'Delete Botox?');
    }, back: escape },
    { name: 'changes', act: async (page) => {
      await press('More for Botox')(page);
      await page.getByRole('menuitem', { name: 'Who changed what' }).click();
      await shows(page, 'Changes to Botox');
    } },
  ] },
  { route: 'messages', path: '/messages', heading: 'Messages to patients', dark: true, arrived: sees('Edit Reminder'), states: [
    { name: 'settings', dark: true, act: async (page) => {
      await press('Change')(page);
      await shows(page, 'Messages to patients');
    }, back: escape },
    { name: 'words', act: async (page) => {
      await press('Edit Reminder')(page);
      await shows(page, 'Words of “Reminder”');
      await press('Preview')(page);
      await expect(page.getByRole('status', { name: 'Preview' })).toBeVisible();
    }, back: escape },
    { name: 'service', dark: true, act: async (page) => {
      await press('Edit the messages of Botox')(page);
      await shows(page, 'Messages of Botox');
    }, back: escape },
  ] },
  { route: 'after-visits', path: '/after-visits', heading: 'After visits', dark: true, arrived: sees(/^Done: /), states: [
    { name: 'note', dark: true, act: async (page) => {
      await page.getByRole('button', { name: /^Note about / }).first().click();
      await shows(page, /^Follow-up with /);
    }, back: escape },
  ] },
  { route: 'settings', path: '/settings', heading: 'Clinic settings', arrived: sees('Save settings'), states: [
    { name: 'refused', act: async (page) => {
      await page.getByLabel(/^Minutes until/).fill('90');
      await press('Save settings')(page);
      await reads('Enter a whole number from 5 to 60.')(page);
    } },
    { name: 'lists', act: async (page) => {
      await page.getByLabel('List', { exact: true }).selectOption('Skin PE');
      await expect(page.getByRole('list', { name: 'Entries of Skin PE' })).toBeVisible();
    } },
    opens('estimates', 'Change Good Faith Estimates', 'Good Faith Estimates'),
    { name: 'new API token', act: async (page) => {
      await page.getByRole('button', { name: 'New token' }).click();
      await expect(page.getByRole('dialog', { name: 'New API token' })).toBeVisible();
    } },
  ] },
  { route: '*', path: '/no/such/page', heading: 'Page not found' },
];
