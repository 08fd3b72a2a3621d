import { http, HttpResponse } from 'msw';

import type { NewSubscription, Session, StatusChange, Subscription } from '@/api/generated';
import { Component as SubscriptionsPage } from '@/features/subscriptions/SubscriptionsPage';
import { plans, sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';
import { stubPng } from '@/testing/stubCanvas';

/** Subscriptions for tests. */
export const plus: Subscription = {
  id: 5,
  sub_plan: 'plus',
  sub_price: 99,
  sub_stripe_price_id: 'price_plus_test',
  sub_features: ['3 seats', 'SMS reminders', 'Photo compare'],
  sub_trial_enabled: true,
  sub_trial_days: 14,
  sub_start_date: '2026-01-17',
  sub_trial_end: '2026-01-31',
  sub_next_bill_date: '2026-02-28',
  sub_first_charge_amount: 0,
  sub_recurring_amount: 99,
  sub_payment_method: 'Card on file (Stripe)',
  sub_terms: true,
  sub_sig: stubPng,
  sub_sig_date: '2026-01-16',
  sub_status: 'Trialing',
  sub_notes: null,
  created_at: '2026-01-16T15:00:00Z',
  sub_billing: 'monthly',
  is_at_stripe: false,
  cancel_at: null,
  ended_at: null,
};
export const basic: Subscription = {
  ...plus,
  id: 4,
  sub_plan: 'basic',
  sub_price: 49,
  sub_trial_enabled: false,
  sub_start_date: '2025-06-01',
  sub_trial_end: '2025-06-01',
  sub_next_bill_date: '2025-07-01',
  sub_first_charge_amount: 49,
  sub_recurring_amount: 49,
  sub_sig: null,
  sub_status: 'Past Due',
  sub_notes: 'Paid by bank.',
};

/** The history of the Plus subscription; the others have none. */
const history: readonly StatusChange[] = [
  {
    id: 2,
    from_status: 'Active',
    to_status: 'Trialing',
    source: 'stripe',
    changed_at: '2026-01-17T15:30:00Z',
  },
  {
    id: 1,
    from_status: null,
    to_status: 'Active',
    source: 'manual',
    changed_at: '2026-01-16T15:00:00Z',
  },
];

/** A mock server that holds the subscriptions for one test; any POST becomes an active Pro. */
export function serveSubscriptions() {
  const kept = { subscriptions: [plus, basic], sent: [] as NewSubscription[] };
  server.use(
    http.get('*/api/subscriptions/plans', () => HttpResponse.json(plans)),
    http.get('*/api/subscriptions/:id/history', ({ params }) =>
      HttpResponse.json(params['id'] === String(plus.id) ? history : []),
    ),
    http.get('*/api/subscriptions', () => HttpResponse.json(kept.subscriptions)),
    http.post<never, NewSubscription>('*/api/subscriptions', async ({ request }) => {
      kept.sent.push(await request.json());
      const made: Subscription = { ...plus, id: 6, sub_plan: 'pro', sub_status: 'Active' };
      kept.subscriptions = [made, ...kept.subscriptions];
      return HttpResponse.json(made, { status: 201 });
    }),
  );
  return kept;
}

export function openSubscriptions(
  session: Session = sessionWith('subscription.read', 'subscription.create'),
  url = '/',
) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
  return renderSignedIn(
    [
      { path: '/', element: <SubscriptionsPage /> },
      { path: '*', element: 'elsewhere' },
    ],
    url,
  );
}
