import { expect, test } from '@playwright/test';

import { home, stamp } from './clinics';
import { openScreen } from './openScreen';
import { expectNothingRan, htmlPayload } from './htmlInjection';
import { draw } from './signature';
import { screenshots } from './screenshots';

test('a subscription is signed and listed', async ({ page }, info) => {
  const shoot = screenshots(info, 'billing');
  const mark = stamp(info.project.name);
  const browserLog = await openScreen(page, '/subscriptions', 'Subscriptions');
  const form = page.getByRole('form', { name: 'New subscription' });
  const submit = form.getByRole('button', { name: 'Create subscription' });
  await expect(submit).toBeDisabled();
  await form.getByRole('combobox', { name: 'Plan' }).selectOption('pro');
  await form.getByRole('combobox', { name: 'Payment method' }).selectOption('Other (manual)');
  await form.getByLabel('Notes').fill(mark);
  await draw(page, form.getByRole('group', { name: 'Signature' }));
  await expect(submit).toBeDisabled();
  await form.getByRole('checkbox', { name: 'I accept these terms' }).check();
  const summary = form.getByRole('region', { name: 'Billing summary' });
  await expect(summary).toContainText('First charge (due today)$0.00');
  await expect(summary).toContainText('$150.00 a month');
  await shoot(page, 'subscription');
  await submit.click();
  await expect(page.getByText('Subscription created successfully!')).toBeVisible();
  await expect(submit).toBeDisabled();

  // The newest comes first.
  const row = page.getByRole('table', { name: 'Subscriptions' }).getByRole('row').nth(1);
  await expect(row).toContainText('Trialing');
  await row.getByRole('button', { name: /^Details: Pro/ }).click();
  const details = page.getByRole('dialog', { name: 'Pro subscription' });
  await expect(details).toContainText(mark);
  await expect(details.getByRole('img', { name: /^Signature of / })).toBeVisible();
  browserLog.expectNoErrors();
});

test("the page after the payment shows the address's parameters as text", async ({ page }) => {
  const browserLog = await openScreen(
    page,
    '/payment/success?plan=plus&session_id=cs_test_a1b2c3d4e5f6',
    'Payment confirmation',
  );
  await expect(page.getByRole('definition')).toHaveText(['Plus', 'cs_test_a1b2']);
  for (const [name, path] of [
    ['See subscriptions', '/subscriptions'],
    ['Go to the dashboard', '/'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path);
  }

  const query = new URLSearchParams({ plan: htmlPayload, session_id: htmlPayload });
  await page.goto(`${home}/payment/success?${query}`);
  await expect(page.getByRole('definition')).toHaveText([`"><imgsrc=xo`]);
  await expectNothingRan(page);
  browserLog.expectNoErrors();
});
