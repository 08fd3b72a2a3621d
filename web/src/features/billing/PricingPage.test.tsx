import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Session } from '@/api/generated';
import { Component as PricingPage } from '@/features/billing/PricingPage';
import { noPlan, plans, sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const failed = 'Failed to start checkout. Please try again.';
const user = userEvent.setup();

let sent: unknown[];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sent = [];
  server.use(http.get('*/api/subscriptions/plans', () => HttpResponse.json(plans)));
});
afterEach(() => {
  vi.restoreAllMocks();
  window.location.hash = '';
});

function open(session: Session = sessionWith('billing.checkout')) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
  return renderScreen({ path: '/', element: <PricingPage /> });
}

/** The mock server's answer to a checkout; `sent` are the bodies it received. */
function answerCheckout(answer: () => Response) {
  server.use(
    http.post('*/api/stripe/create-checkout-session', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));
const choose = async (name: string) =>
  user.click(await screen.findByRole('button', { name: `Choose ${name}` }));

describe('the cards', () => {
  test.each([
    ['Basic', '$49', ['1 user', 'Up to 50 patient records per month', '14-day trial']],
    ['Plus', '$99', ['3 users', 'Unlimited records', 'Basic reports Coming', '14-day trial']],
    [
      'Pro',
      '$150',
      [
        'Unlimited users',
        'Advanced reports Coming',
        'Digital Medical Director signature',
        '14-day trial',
      ],
    ],
  ])('%s costs %s a month and says what it holds', async (name, price, features) => {
    open();
    const plan = await card(name);
    expect(plan.getByText(price)).toBeVisible();
    expect(plan.getByText('Billed monthly')).toBeVisible();
    expect(plan.queryByText(/Save/)).not.toBeInTheDocument();
    expect(plan.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(features);
  });

  test.each([
    ['Basic', '$39', 'Save $120 a year'],
    ['Plus', '$79', 'Save $240 a year'],
    ['Pro', '$120', 'Save $360 a year'],
  ])('%s costs %s a month by the year: %s', async (name, price, savings) => {
    open();
    await user.click(await screen.findByRole('button', { name: /^Annual ?Save 20%$/ }));
    const plan = await card(name);
    expect(plan.getByText(price)).toBeVisible();
    expect(plan.getByText('Billed annually')).toBeVisible();
    expect(plan.getByText(savings)).toBeVisible();
  });

  test('Plus alone is popular', async () => {
    open();
    expect((await card('Plus')).getByText('Popular')).toBeVisible();
    expect(screen.getAllByText('Popular')).toHaveLength(1);
  });

  test('the toggle starts by the month, and pressing it again changes nothing', async () => {
    open();
    const monthly = await screen.findByRole('button', { name: 'Monthly' });
    expect(monthly).toHaveAttribute('aria-pressed', 'true');
    await user.click(monthly);
    expect(monthly).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: /^Annual ?Save 20%$/ }));
    expect(monthly).toHaveAttribute('aria-pressed', 'false');
  });

  test('the trial and the refund are explained', async () => {
    open();
    expect(
      await screen.findByText('Annual plans can be cancelled at any time, with a prorated refund.'),
    ).toBeVisible();
    expect(
      screen.getByText(/write to Celadon support at the address on your receipt/),
    ).toBeVisible();
    expect(screen.getByText('Every plan begins with a 14-day trial')).toBeVisible();
  });
});

describe('the checkout', () => {
  test("is created for the chosen plan and billing, and the browser follows the answer's address", async () => {
    // Another part of the same page: the one navigation that jsdom makes.
    answerCheckout(() => HttpResponse.json({ checkout_url: 'http://localhost:3000/#checkout' }));
    open();
    await user.click(await screen.findByRole('button', { name: /^Annual ?Save 20%$/ }));
    await choose('Plus');
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    expect(sent).toEqual([{ plan: 'plus', billing: 'annual' }]);
    for (const name of ['Basic', 'Plus', 'Pro'])
      expect(screen.getByRole('button', { name: `Choose ${name}` })).toBeDisabled();
    expect(screen.queryByText(failed)).not.toBeInTheDocument();
  });

  test('can be started again after the back button', async () => {
    answerCheckout(() => HttpResponse.json({ checkout_url: 'http://localhost:3000/#checkout' }));
    open();
    await choose('Basic');
    await waitFor(() => expect(window.location.hash).toBe('#checkout'));
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    expect(screen.getByRole('button', { name: 'Choose Basic' })).toBeEnabled();
    expect(sent).toEqual([{ plan: 'basic', billing: 'monthly' }]);
  });

  test.each([
    [
      'a failure',
      () => HttpResponse.json({ error: 'No card provider.', code: 'internal' }, { status: 500 }),
    ],
    [
      'a refusal',
      () => HttpResponse.json({ error: 'Not you.', code: 'forbidden' }, { status: 403 }),
    ],
    [
      'a call that is not there',
      () => HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 }),
    ],
    ['a broken line', () => HttpResponse.error()],
    ['an answer without an address', () => HttpResponse.json({})],
    ['an answer with an error', () => HttpResponse.json({ error: 'No price.' })],
    ['an answer that is nothing', () => HttpResponse.json(null)],
    [
      'an answer that is no JSON',
      () => new HttpResponse('<html>', { headers: { 'Content-Type': 'text/html' } }),
    ],
    ['a script for an address', () => HttpResponse.json({ checkout_url: 'javascript:alert(1)' })],
    [
      'an address in the clear',
      () => HttpResponse.json({ checkout_url: 'http://example.com/#checkout' }),
    ],
  ])(
    "%s is reported in the specification's words and can be tried again",
    async (_what, answer) => {
      answerCheckout(answer);
      open();
      await choose('Pro');
      expect(await screen.findByText(failed)).toBeVisible();
      expect(screen.getByRole('button', { name: 'Choose Pro' })).toBeEnabled();
      expect(window.location.hash).toBe('');
      expect(console.error).toHaveBeenCalled();
    },
  );
});

test('those who may not pay see the plans without a button, and who may', async () => {
  open(staffSession);
  expect((await card('Plus')).getByText('$99')).toBeVisible();
  expect(
    await screen.findByText(
      'Your role cannot choose the plan. The owner or a practice manager can.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /Choose/ })).not.toBeInTheDocument();
});

test('no hint about permissions is shown to those who may pay', async () => {
  open();
  expect(await screen.findByRole('button', { name: 'Choose Plus' })).toBeVisible();
  expect(screen.queryByText(/Your role cannot/)).not.toBeInTheDocument();
});

test('plans that fail to load can be tried again', async () => {
  server.use(http.get('*/api/subscriptions/plans', () => HttpResponse.error(), { once: true }));
  open();
  expect(await screen.findByText('The plans could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Basic' })).toBeVisible();
});

test("the clinic's own plan is marked, a canceled one is not", async () => {
  server.use(
    http.get('*/api/clinic/plan', () =>
      HttpResponse.json({ ...noPlan, plan: 'basic', status: 'Active' }),
    ),
  );
  const { unmount } = open();
  expect(await (await card('Basic')).findByText('Your plan')).toBeVisible();
  expect((await card('Plus')).queryByText('Your plan')).not.toBeInTheDocument();
  expect(screen.getByText('Payments are in test mode here: no card is charged.')).toBeVisible();
  unmount();
  server.use(
    http.get('*/api/clinic/plan', () =>
      HttpResponse.json({ ...noPlan, plan: 'basic', status: 'Canceled', is_test: false }),
    ),
  );
  open();
  await card('Basic');
  expect(screen.queryByText('Your plan')).not.toBeInTheDocument();
  expect(screen.queryByText(/test mode/)).not.toBeInTheDocument();
});

test('the popular plan stays marked as popular for the clinic that has it', async () => {
  server.use(
    http.get('*/api/clinic/plan', () =>
      HttpResponse.json({ ...noPlan, plan: 'plus', status: 'Active' }),
    ),
  );
  open();
  const plus = await card('Plus');
  expect(await plus.findByText('Your plan')).toBeVisible();
  expect(plus.getByText('Popular')).toBeVisible();
});

describe('a clinic with a subscription', () => {
  const message = 'This clinic has a subscription already. Manage it instead of starting another.';
  const refuse = () =>
    answerCheckout(() =>
      HttpResponse.json({ error: message, code: 'already_subscribed' }, { status: 409 }),
    );

  test("sees the server's words and a link to manage the subscription", async () => {
    refuse();
    server.use(
      http.post('*/api/stripe/portal-session', () =>
        HttpResponse.json({ url: 'http://localhost:3000/#portal' }),
      ),
    );
    open(sessionWith('billing.checkout', 'billing.portal'));
    await choose('Plus');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText(failed)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Manage billing' }));
    await waitFor(() => expect(window.location.hash).toBe('#portal'));
  });

  test('has no link to manage it for those who may not', async () => {
    refuse();
    open();
    await choose('Plus');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Manage billing' })).not.toBeInTheDocument();
  });

  test.each([
    [
      'says why the page cannot be opened',
      () =>
        HttpResponse.json(
          {
            error: 'Stripe cannot be reached just now. Please try again in a moment.',
            code: 'out_of_reach',
          },
          { status: 502 },
        ),
      'Stripe cannot be reached just now. Please try again in a moment.',
    ],
    [
      'goes nowhere that is no address',
      () => HttpResponse.json({ url: 'javascript:alert(1)' }),
      'The billing page could not be opened. Please try again.',
    ],
    [
      'says that the line is broken',
      () => HttpResponse.error(),
      'The billing page could not be opened. Please try again.',
    ],
  ])('%s', async (_what, answer, sentence) => {
    refuse();
    server.use(http.post('*/api/stripe/portal-session', answer));
    open(sessionWith('billing.checkout', 'billing.portal'));
    await choose('Plus');
    const manage = await screen.findByRole('button', { name: 'Manage billing' });
    await user.click(manage);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(manage).toBeEnabled();
    expect(window.location.hash).toBe('');
  });
});
