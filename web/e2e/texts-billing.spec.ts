import { expect, test } from '@playwright/test';

import { home } from './clinics';
import { openScreen } from './openScreen';
import { expectNotice, withFailure, expectFailures } from './failures';
import { draw } from './signature';

/** The error catalogue (section 8) where money is concerned. Failures are simulated in the browser. */

test('creating a subscription, and starting a checkout', async ({ page }) => {
  const browserLog = await openScreen(page, '/subscriptions', 'Subscriptions');
  const form = page.getByRole('form', { name: 'New subscription' });
  await form.getByRole('combobox', { name: 'Plan' }).selectOption('basic');
  await form.getByRole('combobox', { name: 'Payment method' }).selectOption('Other (manual)');
  await draw(page, form.getByRole('group', { name: 'Signature' }));
  await form.getByRole('checkbox', { name: 'I accept these terms' }).check();
  const create = form.getByRole('button', { name: 'Create subscription' });
  await withFailure(page, 'POST', '/api/subscriptions', async () => {
    await create.click();
    await expectNotice(page, 'alert', 'Error saving subscription. Please try again.');
  });
  await expect(form.getByRole('combobox', { name: 'Plan' })).toHaveValue('basic');
  await create.click();
  await expectNotice(page, 'status', 'Subscription created successfully!');
  expectFailures(browserLog, ['Saving the subscription failed'], ['500 /api/subscriptions']);

  await page.goto(`${home}/pricing`);
  const choose = page.getByRole('button', { name: 'Choose Basic' });
  const start = '/api/stripe/create-checkout-session';
  // The request fails, there is no connection, or the answer names no checkout_url.
  for (const answer of [
    { status: 500, json: { error: 'x', code: 'internal' } },
    'no connection',
    { json: {} },
    { json: { error: 'No such plan' } },
  ] as const) {
    await withFailure(
      page,
      'POST',
      start,
      async () => {
        await choose.click();
        await expectNotice(page, 'alert', 'Failed to start checkout. Please try again.');
        await expect(choose).toBeEnabled();
        expect(new URL(page.url()).pathname).toBe('/pricing');
      },
      answer,
    );
  }
  expectFailures(
    browserLog,
    [
      'The checkout could not be started.',
      'The checkout could not be started.',
      'The answer of the checkout names no address to go to.',
      'The answer of the checkout names no address to go to.',
    ],
    [`500 ${start}`],
  );
});

test('the browser goes where the checkout says', async ({ page }) => {
  await openScreen(page, '/pricing', 'Pricing Plans');
  const address = `${home}/payment/success?plan=pro&session_id=cs_test_0123456789abcdef`;
  await withFailure(
    page,
    'POST',
    '/api/stripe/create-checkout-session',
    async () => {
      const sent = page.waitForRequest((request) =>
        request.url().endsWith('/create-checkout-session'),
      );
      await page.getByRole('button', { name: /^Annual/ }).click();
      await page.getByRole('button', { name: 'Choose Pro' }).click();
      expect((await sent).postDataJSON()).toEqual({ plan: 'pro', billing: 'annual' });
      await expect(
        page.getByRole('heading', { level: 1, name: 'Payment confirmation' }),
      ).toBeVisible();
    },
    { json: { checkout_url: address } },
  );
  await expect(page.getByRole('definition')).toHaveText(['Pro', 'cs_test_0123']);
});
