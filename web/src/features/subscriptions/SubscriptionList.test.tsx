import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { openSubscriptions, serveSubscriptions } from '@/features/subscriptions/testing';
import { sessionWith } from '@/testing/plans';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

const user = userEvent.setup();
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

let kept: ReturnType<typeof serveSubscriptions>;
let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  stubCanvas();
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  kept = serveSubscriptions();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the list', () => {
  test('shows plans, statuses, dates and amounts', async () => {
    await openSubscriptions();
    const trialing = await row(/^Plus/);
    for (const text of [
      'Trialing',
      'Jan 17, 2026',
      'Jan 31, 2026',
      'Feb 28, 2026',
      '$99.00 a month',
      'First: $0.00',
    ])
      expect(trialing.getByText(text)).toBeVisible();
    const overdue = await row(/^Basic/);
    for (const text of [
      'Past Due',
      'Jun 1, 2025',
      'No trial',
      'Jul 1, 2025',
      '$49.00 a month',
      'First: $49.00',
    ])
      expect(overdue.getByText(text)).toBeVisible();
  });

  test('opens what was agreed, with its signature', async () => {
    await openSubscriptions();
    await user.click(await screen.findByRole('button', { name: 'Details: Plus, Jan 17, 2026' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Plus subscription' }));
    expect(dialog.getByRole('img', { name: 'Signature of Jan 16, 2026' })).toHaveAttribute(
      'src',
      stubPng,
    );
    for (const text of [
      '14 days, until Jan 31, 2026',
      'Card on file (Stripe)',
      '3 seats, SMS reminders, Photo compare',
      'price_plus_test',
      'Accepted',
    ])
      expect(dialog.getByText(text)).toBeVisible();
  });

  test('shows how the status came about, the newest first', async () => {
    await openSubscriptions();
    await user.click(await screen.findByRole('button', { name: 'Details: Plus, Jan 17, 2026' }));
    const section = await screen.findByRole('region', { name: 'Status history' });
    const lines = await within(section).findAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Trialing.*Jan 17, 2026.*by Stripe$/),
      expect.stringMatching(/^Active.*Jan 16, 2026.*set in the form$/),
    ]);
  });

  test('a history that is empty, or cannot be loaded, says so', async () => {
    await openSubscriptions();
    await user.click(await screen.findByRole('button', { name: 'Details: Basic, Jun 1, 2025' }));
    expect(await screen.findByText('No change has been recorded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    server.use(
      http.get('*/api/subscriptions/:id/history', () => HttpResponse.error(), { once: true }),
    );
    await user.click(await screen.findByRole('button', { name: 'Details: Plus, Jan 17, 2026' }));
    expect(await screen.findByText('The status history could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/set in the form$/)).toBeVisible();
  });

  test('says where no signature is shown', async () => {
    await openSubscriptions();
    await user.click(await screen.findByRole('button', { name: 'Details: Basic, Jun 1, 2025' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Basic subscription' }));
    expect(
      dialog.getByText('No signature is shown: there is none, or your role does not open it.'),
    ).toBeVisible();
    expect(dialog.getByText('Paid by bank.')).toBeVisible();
    expect(dialog.queryByRole('img')).not.toBeInTheDocument();
  });

  test('says when there is nothing in it', async () => {
    kept.subscriptions = [];
    await openSubscriptions();
    expect(await screen.findByText('No subscriptions yet')).toBeVisible();
  });

  test('is tried again after a failure, which is logged', async () => {
    server.use(http.get('*/api/subscriptions', () => HttpResponse.error(), { once: true }));
    await openSubscriptions();
    expect(await screen.findByText('The subscriptions could not be loaded.')).toBeVisible();
    expect(logged).toHaveBeenCalledWith('The subscriptions could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /^Plus/ })).toBeVisible();
  });
});

describe('roles', () => {
  test('whoever may only read sees no form', async () => {
    await openSubscriptions(sessionWith('subscription.read'));
    await row(/^Plus/);
    expect(screen.getByText('Your role does not open the form for subscriptions.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create subscription' })).not.toBeInTheDocument();
  });

  test('a role without either permission sees neither, and nothing is fetched', async () => {
    const requested = vi.fn(() => HttpResponse.json([]));
    server.use(
      http.get('*/api/subscriptions', requested),
      http.get('*/api/subscriptions/plans', requested),
    );
    const { store } = await openSubscriptions(sessionWith());
    await waitFor(() => expect(JSON.stringify(store.getState())).toContain('Elena'));
    expect(screen.getByText('Your role does not open the list of subscriptions.')).toBeVisible();
    expect(screen.getByText('Your role does not open the form for subscriptions.')).toBeVisible();
    expect(requested).not.toHaveBeenCalled();
  });
});

test('on a tablet held upright dates and charges share columns', async () => {
  screenOfWidth(820);
  await openSubscriptions();
  const table = within(await screen.findByRole('table', { name: 'Subscriptions' }));
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Plan',
      'Status',
      'Start, trial end',
      'Next billing, charges',
      'Details',
    ]),
  );
});
