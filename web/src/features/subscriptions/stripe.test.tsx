import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Subscription } from '@/api/generated';
import {
  basic,
  openSubscriptions,
  plus,
  serveSubscriptions,
} from '@/features/subscriptions/testing';
import { sessionWith } from '@/testing/plans';
import { server } from '@/testing/server';
import { stubCanvas } from '@/testing/stubCanvas';

const user = userEvent.setup();
const payer = () =>
  sessionWith('subscription.read', 'subscription.create', 'billing.checkout', 'billing.portal');
const newCard = 'New card entry (Stripe Checkout)';
const waiting: Subscription = {
  ...basic,
  id: 9,
  sub_status: 'Trialing',
  sub_payment_method: newCard,
};
const atStripe: Subscription = {
  ...plus,
  is_at_stripe: true,
  sub_billing: 'annual',
  sub_recurring_amount: 948,
};

let kept: ReturnType<typeof serveSubscriptions>;
let sent: unknown[];

beforeEach(() => {
  stubCanvas();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  kept = serveSubscriptions();
  sent = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.location.hash = '';
});

function answerCheckout(answer: () => Response) {
  server.use(
    http.post('*/api/stripe/create-checkout-session', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
}
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('the list', () => {
  test('marks what Stripe keeps, charges a year by the year, and opens the billing page', async () => {
    kept.subscriptions = [atStripe];
    server.use(
      http.post('*/api/stripe/portal-session', () =>
        HttpResponse.json({ url: 'http://localhost:3000/#portal' }),
      ),
    );
    await openSubscriptions(payer());
    const plusRow = await row(/^Plus/);
    expect(plusRow.getByText('Kept by Stripe')).toBeVisible();
    expect(plusRow.getByText('$948.00 a year')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Manage billing' }));
    await waitFor(() => expect(window.location.hash).toBe('#portal'));
  });

  test('has nothing to manage where Stripe keeps nothing, or for those who may not', async () => {
    await openSubscriptions(payer());
    await row(/^Plus/);
    expect(screen.queryByRole('button', { name: 'Manage billing' })).not.toBeInTheDocument();
    kept.subscriptions = [atStripe];
    await openSubscriptions(sessionWith('subscription.read'));
    expect(await screen.findByText('Kept by Stripe')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Manage billing' })).not.toBeInTheDocument();
  });

  test('a row that waits for a card leads to its checkout', async () => {
    kept.subscriptions = [waiting];
    answerCheckout(() => HttpResponse.json({ checkout_url: 'http://localhost:3000/#checkout' }));
    await openSubscriptions(payer());
    await user.click((await row(/^Basic/)).getByRole('button', { name: 'Enter a card' }));
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(sent).toEqual([{ plan: 'basic', billing: 'monthly', subscription_id: 9 }]);
  });

  test('returning from the billing page shows what was changed there', async () => {
    const requested = vi.fn(() => {
      kept.subscriptions = [{ ...atStripe, sub_status: 'Canceled' }];
      return HttpResponse.json({ refreshed: true });
    });
    kept.subscriptions = [atStripe];
    server.use(http.post('*/api/stripe/refresh', requested));
    const { router } = await openSubscriptions(payer(), '/?from=billing');
    expect(await screen.findByRole('row', { name: /^Plus Canceled/ })).toBeVisible();
    expect(requested).toHaveBeenCalledTimes(1);
    expect(router.state.location.search).toBe('');
  });

  test('while the server is already syncing, the sync is requested again', async () => {
    const requested = vi.fn(() => {
      if (requested.mock.calls.length === 1) return HttpResponse.json({ refreshed: false });
      kept.subscriptions = [{ ...atStripe, sub_status: 'Canceled' }];
      return HttpResponse.json({ refreshed: true });
    });
    kept.subscriptions = [atStripe];
    server.use(http.post('*/api/stripe/refresh', requested));
    await openSubscriptions(payer(), '/?from=billing');
    expect(
      await screen.findByRole('row', { name: /^Plus Canceled/ }, { timeout: 5_000 }),
    ).toBeVisible();
    expect(requested).toHaveBeenCalledTimes(2);
  });
});

describe('a new card', () => {
  const field = (name: string | RegExp) => screen.getByLabelText(name);

  async function create() {
    await user.selectOptions(await screen.findByLabelText(/^Plan/), 'pro');
    await user.selectOptions(field(/Payment method/), newCard);
    await user.click(screen.getByRole('checkbox', { name: /I accept these terms/ }));
    await user.click(screen.getByRole('button', { name: 'Type instead' }));
    fireEvent.change(field('Full name'), { target: { value: 'Elena Moreau' } });
    await user.click(screen.getByRole('button', { name: 'Create subscription' }));
  }
  const made = () =>
    server.use(
      http.post('*/api/subscriptions', () =>
        HttpResponse.json({ ...waiting, id: 6, sub_plan: 'pro' }, { status: 201 }),
      ),
    );

  test('is entered at the checkout of the row that was saved', async () => {
    made();
    answerCheckout(() => HttpResponse.json({ checkout_url: 'http://localhost:3000/#checkout' }));
    await openSubscriptions(payer());
    await create();
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(sent).toEqual([{ plan: 'pro', billing: 'monthly', subscription_id: 6 }]);
  });

  test('a checkout that is refused says that the row is saved, and why', async () => {
    made();
    answerCheckout(() =>
      HttpResponse.json(
        { error: 'This clinic has a subscription already.', code: 'already_subscribed' },
        { status: 409 },
      ),
    );
    await openSubscriptions(payer());
    await create();
    expect(
      await screen.findByText('The subscription is saved. This clinic has a subscription already.'),
    ).toBeVisible();
    expect(await screen.findByText('Subscription created successfully!')).toBeVisible();
  });

  test("a checkout that fails is reported in the specification's words", async () => {
    made();
    answerCheckout(() => HttpResponse.error());
    await openSubscriptions(payer());
    await create();
    expect(await screen.findByText('Failed to start checkout. Please try again.')).toBeVisible();
    // Both are true, and both are said.
    expect(screen.getByText('Subscription created successfully!')).toBeVisible();
    expect(window.location.hash).toBe('');
  });
});
