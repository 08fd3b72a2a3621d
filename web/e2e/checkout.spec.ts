import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { elsewhere, signedInFiles } from './clinics';
import { failing } from './fails';
import { expectNothingRan, hostile } from './hostile';
import { camera } from './shots';

/** The second clinic buys, so that the first one's plan stays as the other tests have it. */
test.use({ storageState: signedInFiles.stranger });

interface Row {
  is_at_stripe: boolean;
  sub_status: string;
}

const rows = (page: Page) => call<Row[]>(page, 'GET', '/api/subscriptions');
const atStripe = async (page: Page) => (await rows(page)).filter(({ is_at_stripe }) => is_at_stripe);
const newest = async (page: Page) => (await atStripe(page))[0]?.sub_status;

async function open(page: Page, path: string, heading: string) {
  await page.goto(elsewhere + path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

async function cancelAtPortal(page: Page) {
  await open(page, '/subscriptions', 'Subscriptions');
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await page.getByRole('link', { name: 'Return to Celadon' }).click();
  await expect(page.getByRole('row', { name: /Canceled.*Kept by Stripe/ }).first()).toBeVisible();
}

/** An earlier run may have stopped half way. */
async function endWhatRuns(page: Page) {
  await open(page, '/pricing', 'Pricing Plans');
  if ((await atStripe(page)).some(({ sub_status }) => sub_status !== 'Canceled')) await cancelAtPortal(page);
  await open(page, '/pricing', 'Pricing Plans');
}

/** The stand-in's own page, where its clock is moved; what follows from it reaches the clinic by itself. */
async function moveClock(page: Page, standIn: string, by: string, status: string) {
  await page.goto(standIn);
  await page.getByRole('button', { name: by }).click();
  await open(page, '/subscriptions', 'Subscriptions');
  await expect.poll(() => newest(page)).toBe(status);
  await open(page, '/subscriptions', 'Subscriptions');
  await expect(page.getByRole('row', { name: new RegExp(`${status}.*Kept by Stripe`) })).toBeVisible();
}

test('a plan is bought, followed through its life, and canceled', async ({ page }, info) => {
  const shoot = camera(info, 'checkout');
  await endWhatRuns(page);
  // A clinic has one trial; whoever comes again pays at once.
  const isFirst = (await atStripe(page)).length === 0;
  const choose = page.getByRole('article', { name: 'Plus' }).getByRole('button', { name: 'Choose Plus' });
  await expectAccessible(page);
  await shoot(page, 'pricing');
  await choose.focus();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: /^Subscribe to / })).toBeVisible();
  await expect(page.getByRole('note')).toContainText('LOCAL STAND-IN - NOT STRIPE.');
  await expect(page.locator('input:not([type="radio"]):not([type="hidden"])')).toHaveCount(0);
  const standIn = new URL(page.url()).origin;
  await shoot(page, 'stand-in');
  await page.getByRole('button', { name: isFirst ? 'Start trial' : 'Subscribe' }).click();

  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Payment confirmation' })).toBeVisible();
  const confirmed = page.getByRole('status').filter({ hasText: 'Plus is set up' });
  await expect(confirmed).toContainText(isFirst ? 'Trialing' : 'Active', { timeout: 40_000 });
  expect(loads).toBeLessThanOrEqual(1);
  await expect(page.getByRole('definition').nth(1)).toHaveText(/^.{12}$/);
  await expectAccessible(page);
  await shoot(page, 'success');

  await open(page, '/pricing', 'Pricing Plans');
  await expect(page.getByRole('article', { name: 'Plus' }).getByText('Your plan')).toBeVisible();
  await choose.click();
  await expect(page.getByText('This clinic has a subscription already. Manage it instead of starting another.')).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'already');

  if (isFirst) await moveClock(page, standIn, 'Advance 15 days', 'Active');
  await open(page, '/subscriptions', 'Subscriptions');
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await page.getByRole('button', { name: 'Use a card whose charges fail' }).click();
  await moveClock(page, standIn, 'Advance 1 month', 'Past Due');
  await expect(page.getByRole('status').filter({ hasText: 'The last payment failed. Please check the card. Nothing changes until' })).toBeVisible();
  await expectAccessible(page);
  await shoot(page, 'past-due');
  await page.getByRole('button', { name: 'Put this notice away' }).click();
  await expect(page.getByText('The last payment failed.')).toBeHidden();

  await cancelAtPortal(page);
  expect(await newest(page)).toBe('Canceled');
  await shoot(page, 'canceled');
});

test('a checkout that cannot be started says so, and can be begun again', async ({ page }) => {
  await open(page, '/pricing', 'Pricing Plans');
  const choose = page.getByRole('button', { name: 'Choose Pro' });
  await failing(page, 'POST', '/api/stripe/create-checkout-session', () => choose.click().then(() => expect(page.getByRole('alert')).toHaveText('Failed to start checkout. Please try again.')), 'no connection');
  await expect(choose).toBeEnabled();
  expect(new URL(page.url()).pathname).toBe('/pricing');
});

test('whatever stands in the address of the success page is text', async ({ page }) => {
  const query = new URLSearchParams({ plan: hostile, session_id: hostile });
  await open(page, `/payment/success?${query}`, 'Payment confirmation');
  await expect(page.getByRole('definition')).toHaveText(['"><imgsrc=xo']);
  await expectNothingRan(page);
});
