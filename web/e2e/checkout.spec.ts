import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from './accessible';
import { call } from './api';
import { signedOut, stamp } from './clinics';
import { screenshots } from './screenshots';
import { ownClinic } from './signUp';

interface Row {
  is_at_stripe: boolean;
  sub_status: string;
}

const newest = async (page: Page) =>
  (await call<Row[]>(page, 'GET', '/api/subscriptions'))[0]?.sub_status;

async function open(page: Page, address: string, heading: string) {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** A row of the table, or on a phone a card. */
const kept = (page: Page, status: string) =>
  page
    .getByRole('row')
    .or(page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem'))
    .filter({ hasText: new RegExp(`${status}.*Kept by Stripe`) });

/** The provider's checkout page, opened from the subscriptions. */
async function cancel(page: Page) {
  await page.getByRole('button', { name: 'Manage billing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await page.getByRole('link', { name: 'Return to Celadon' }).click();
  await expect(kept(page, 'Canceled')).toBeVisible();
}

test.describe('in a clinic of its own', () => {
  test.use({ storageState: signedOut });

  test('a plan is bought, billed, unpaid, and canceled', async ({ page }, info) => {
    const shoot = screenshots(info, 'checkout');
    const clinic = await ownClinic(page, `Checkout ${stamp(info.project.name)}`);
    const subscriptions = () => open(page, `${clinic}/subscriptions`, 'Subscriptions');
    const choose = page
      .getByRole('article', { name: 'Plus' })
      .getByRole('button', { name: 'Choose Plus' });

    /** The stand-in's control page, which moves its clock; webhooks bring the consequences to the clinic. */
    const moveClock = async (standIn: string, by: string, status: string) => {
      await page.goto(standIn);
      await page.getByRole('button', { name: by }).click();
      await subscriptions();
      await expect.poll(() => newest(page)).toBe(status);
      await subscriptions();
      await expect(kept(page, status)).toBeVisible();
    };

    await open(page, `${clinic}/pricing`, 'Pricing Plans');
    await expect(page.getByText('Your plan')).toBeHidden();
    await expect(page.getByText(/^Your clinic’s trial runs until /)).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'pricing');
    await choose.focus();
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: /^Subscribe to / })).toBeVisible();
    await expect(page.getByRole('note')).toContainText('LOCAL STAND-IN - NOT STRIPE.');
    await expect(page.locator('input:not([type="radio"]):not([type="hidden"])')).toHaveCount(0);
    const standIn = new URL(page.url()).origin;
    await shoot(page, 'stand-in');
    await page.getByRole('button', { name: 'Start trial' }).click();

    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await expect(
      page.getByRole('heading', { level: 1, name: 'Payment confirmation' }),
    ).toBeVisible();
    const confirmed = page.getByRole('status').filter({ hasText: 'Plus is set up' });
    await expect(confirmed).toContainText('Trialing', { timeout: 40_000 });
    expect(loads).toBeLessThanOrEqual(1);
    await expect(page.getByRole('definition').nth(1)).toHaveText(/^.{12}$/);
    await expectAccessible(page);
    await shoot(page, 'success');

    await moveClock(standIn, 'Advance 15 days', 'Active');
    await shoot(page, 'active');
    await page.getByRole('button', { name: 'Manage billing' }).click();
    await page.getByRole('button', { name: 'Use a card whose charges fail' }).click();
    await moveClock(standIn, 'Advance 1 month', 'Past Due');
    await expect(
      page.getByRole('status').filter({
        hasText: 'The last payment failed. Please check the card. Nothing changes until',
      }),
    ).toBeVisible();
    await expectAccessible(page);
    await shoot(page, 'past-due');
    await page.getByRole('button', { name: 'Put this notice away' }).click();
    await expect(page.getByText('The last payment failed.')).toBeHidden();

    await cancel(page);
    expect(await newest(page)).toBe('Canceled');
    await shoot(page, 'canceled');

    // The history shows each change.
    await page.getByRole('button', { name: /^Details: Plus/ }).click();
    const history = page
      .getByRole('dialog', { name: 'Plus subscription' })
      .getByRole('region', { name: 'Status history' });
    await expect(history.getByRole('listitem')).toHaveText([
      /^Canceled/,
      /^Past Due/,
      /^Active/,
      /^Trialing/,
    ]);
    await expectAccessible(page);
    await shoot(page, 'history');
    await page.getByRole('button', { name: 'Close' }).click();
  });

  test('a clinic with a plan is led to manage it, and has one trial only', async ({
    page,
  }, info) => {
    const clinic = await ownClinic(page, `Again ${stamp(info.project.name)}`);
    const choose = page
      .getByRole('article', { name: 'Plus' })
      .getByRole('button', { name: 'Choose Plus' });
    await open(page, `${clinic}/pricing`, 'Pricing Plans');
    await choose.click();
    await page.getByRole('button', { name: 'Start trial' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Plus is set up' })).toContainText(
      'Trialing',
      { timeout: 40_000 },
    );

    await open(page, `${clinic}/pricing`, 'Pricing Plans');
    await expect(page.getByRole('article', { name: 'Plus' }).getByText('Your plan')).toBeVisible();
    await choose.click();
    await expect(
      page.getByText(
        'This clinic has a subscription already. Manage it instead of starting another.',
      ),
    ).toBeVisible();
    await expectAccessible(page);
    await screenshots(info, 'checkout')(page, 'already');

    await open(page, `${clinic}/subscriptions`, 'Subscriptions');
    await cancel(page);
    // A clinic has one trial: the second subscription is paid at once.
    await open(page, `${clinic}/pricing`, 'Pricing Plans');
    await choose.click();
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start trial' })).toHaveCount(0);
  });
});
