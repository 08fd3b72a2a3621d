import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Subscription } from '@/api/generated';
import { Component as PaymentSuccessPage } from '@/features/billing/PaymentSuccessPage';
import { plus } from '@/features/subscriptions/testing';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let rows: Subscription[];
let requested: number;
const atStripe: Subscription = { ...plus, is_at_stripe: true };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  rows = [plus];
  requested = 0;
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json(sessionWith('billing.checkout', 'subscription.read')),
    ),
    http.get('*/api/subscriptions', () => HttpResponse.json(rows)),
    http.post('*/api/stripe/refresh', () => {
      requested += 1;
      return HttpResponse.json({ refreshed: true });
    }),
  );
});
afterEach(() => vi.useRealTimers());

const open = () =>
  renderScreen(
    { path: '/payment/success', element: <PaymentSuccessPage /> },
    '/payment/success?plan=plus&session_id=cs_test_1',
  );

test('a payment that is recorded at once is shown with its status', async () => {
  rows = [atStripe];
  open();
  expect(await screen.findByText('Plus is set up')).toBeVisible();
  expect(screen.getByText('Trialing')).toBeVisible();
  expect(screen.getByText('The trial ends on Jan 31, 2026.')).toBeVisible();
});

test('a row of the form, or one that ended, is not the payment; the one that comes later is', async () => {
  rows = [plus, { ...atStripe, sub_status: 'Canceled' }];
  open();
  await vi.waitFor(() => expect(requested).toBe(1));
  expect(screen.getByText(/The payment is being confirmed\./)).toBeVisible();
  rows = [{ ...atStripe, sub_status: 'Active' }];
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(await screen.findByText('Plus is set up')).toBeVisible();
  expect(screen.getByText('The next charge is on Feb 28, 2026.')).toBeVisible();
});

test('after half a minute it says that the confirmation is under way, and stops polling', async () => {
  open();
  // The answers come in their own time, so how many seconds pass until they are there is open.
  while (!screen.queryByText(/^The confirmation is under way and can take a few minutes\./))
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(requested).toBe(8);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(requested).toBe(8);
});

test('a failed poll is repeated', async () => {
  rows = [atStripe];
  server.use(http.get('*/api/subscriptions', () => HttpResponse.error(), { once: true }));
  open();
  await vi.waitFor(() => expect(requested).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(await screen.findByText('Plus is set up')).toBeVisible();
});

test('a role that may not pay is shown where to look, and nothing is fetched', async () => {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith())));
  const { store } = open();
  await vi.waitFor(() => expect(JSON.stringify(store.getState())).toContain('Elena'));
  expect(
    screen.getByText(
      /^You are back from the checkout\. Your subscription appears under Subscriptions/,
    ),
  ).toBeVisible();
  expect(requested).toBe(0);
});
