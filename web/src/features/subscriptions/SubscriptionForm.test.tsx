import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openSubscriptions, serveSubscriptions } from '@/features/subscriptions/testing';
import { today } from '@/lib/dates';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { server } from '@/testing/server';
import { stubCanvas, stubPng } from '@/testing/stubCanvas';

const user = userEvent.setup();

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

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const field = (name: string | RegExp) => screen.getByLabelText(name);
const fact = (name: string) =>
  within(screen.getByRole('region', { name: 'Billing summary' })).getByText(name)
    .nextElementSibling;
const submitButton = () => screen.getByRole('button', { name: 'Create subscription' });
const accept = () => user.click(screen.getByRole('checkbox', { name: /I accept these terms/ }));

async function fillIn() {
  await user.selectOptions(await screen.findByLabelText(/^Plan/), 'pro');
  fireEvent.change(field(/Start date/), { target: { value: '2027-01-17' } });
  await user.selectOptions(field(/Payment method/), 'New card entry (Stripe Checkout)');
  await accept();
  await user.click(screen.getByRole('button', { name: 'Type instead' }));
  await user.type(field('Full name'), 'Elena Moreau');
  fireEvent.change(field(/^Date/), { target: { value: '2027-01-10' } });
  await user.selectOptions(field('Status'), 'Active');
  await user.type(field('Notes'), 'Agreed by phone.');
}

test('begins with a trial of 14 days from today, and nothing to press', async () => {
  await openSubscriptions();
  expect(await screen.findByLabelText(/^Plan/)).toHaveValue('');
  expect(screen.getByRole('checkbox', { name: 'Start with a trial' })).toBeChecked();
  expect(field(/Trial days/)).toHaveValue('14');
  expect(field(/Start date/)).toHaveValue(today('America/New_York'));
  expect(field(/^Date/)).toHaveValue(today('America/New_York'));
  expect(field('Status')).toHaveValue('Trialing');
  expect(screen.getByRole('group', { name: 'Admin (Optional)' })).toBeVisible();
  expect(submitButton()).toBeDisabled();
  expect(hasUnsavedWork()).toBe(false);
});

test('the card on file is offered once an earlier subscription began with one, and not before', async () => {
  const { unmount } = await openSubscriptions();
  const onFile = async () => {
    const method = within(await screen.findByLabelText(/Payment method/));
    return method.getByRole('option', { name: 'Card on file (Stripe)' });
  };
  expect(await onFile()).toBeDisabled();
  expect(screen.getByText('No card is on file yet. A new one is entered at Stripe.')).toBeVisible();
  unmount();
  kept.subscriptions = kept.subscriptions.map((one) => ({ ...one, is_at_stripe: true }));
  await openSubscriptions();
  expect(await onFile()).toBeEnabled();
  expect(screen.queryByText(/^No card is on file yet\./)).not.toBeInTheDocument();
});

test('can be sent only while the terms are accepted', async () => {
  await openSubscriptions();
  expect(
    await screen.findByText(
      /I authorize recurring monthly charges to the payment method above after the 14-day trial ends\. I may cancel at any time before the next billing date\./,
    ),
  ).toBeVisible();
  await accept();
  expect(submitButton()).toBeEnabled();
  await accept();
  expect(submitButton()).toBeDisabled();
});

test('shows the amounts and dates that follow from the choices, for reading only', async () => {
  await openSubscriptions();
  await user.selectOptions(await screen.findByLabelText(/^Plan/), 'plus');
  fireEvent.change(field(/Start date/), { target: { value: '2027-01-17' } });
  expect(fact('Price')).toHaveTextContent('$99.00 a month');
  expect(fact('Trial end')).toHaveTextContent('Jan 31, 2027');
  expect(fact('Next billing date')).toHaveTextContent('Feb 28, 2027');
  expect(fact('First charge (due today)')).toHaveTextContent('$0.00');
  expect(fact('Recurring charge')).toHaveTextContent('$99.00 a month');
  expect(fact('Stripe price id')).toHaveTextContent('price_plus_test');
  expect(fact('Features')?.textContent).toBe('3 seatsSMS remindersPhoto compare Coming');

  await user.click(screen.getByRole('checkbox', { name: 'Start with a trial' }));
  expect(screen.queryByLabelText(/Trial days/)).not.toBeInTheDocument();
  expect(fact('Trial end')).toHaveTextContent('Jan 17, 2027');
  expect(fact('Next billing date')).toHaveTextContent('Feb 17, 2027');
  expect(fact('First charge (due today)')).toHaveTextContent('$99.00');
  expect(
    screen.getByText('This subscription has no trial: the first charge is due today.'),
  ).toBeVisible();
});

test('sends what was entered and signed, says so, and begins again', async () => {
  await openSubscriptions();
  await fillIn();
  expect(hasUnsavedWork()).toBe(true);
  await user.click(submitButton());
  expect(await screen.findByText('Subscription created successfully!')).toBeVisible();
  expect(kept.sent).toEqual([
    {
      sub_plan: 'pro',
      sub_trial_enabled: true,
      sub_trial_days: 14,
      sub_start_date: '2027-01-17',
      sub_payment_method: 'New card entry (Stripe Checkout)',
      sub_terms: true,
      sub_sig: stubPng,
      sub_sig_date: '2027-01-10',
      sub_status: 'Active',
      sub_notes: 'Agreed by phone.',
    },
  ]);
  expect((await row(/^Pro/)).getByText('Active')).toBeVisible();
  expect(field(/^Plan/)).toHaveValue('');
  expect(screen.getByRole('img', { name: 'Signature: not signed yet' })).toBeVisible();
  expect(submitButton()).toBeDisabled();
  expect(hasUnsavedWork()).toBe(false);
});

test('is not sent without a plan, a way to pay or a signature', async () => {
  await openSubscriptions();
  await screen.findByLabelText(/^Plan/);
  await accept();
  await user.click(submitButton());
  expect(await screen.findByText('Choose a plan.')).toBeVisible();
  expect(screen.getByText('Choose a payment method.')).toBeVisible();
  expect(screen.getByText('Please sign in the box.')).toBeVisible();
  expect(field(/^Plan/)).toHaveFocus();
  expect(kept.sent).toEqual([]);
});

test('keeps everything when saving fails, says so, and can be sent again', async () => {
  server.use(http.post('*/api/subscriptions', () => HttpResponse.error(), { once: true }));
  await openSubscriptions();
  await fillIn();
  await user.click(submitButton());
  expect(await screen.findByText('Error saving subscription. Please try again.')).toBeVisible();
  expect(logged).toHaveBeenCalledWith(
    'Saving the subscription failed',
    expect.objectContaining({ message: 'Request failed' }),
  );
  expect(field(/^Plan/)).toHaveValue('pro');
  expect(field('Full name')).toHaveValue('Elena Moreau');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Subscription created successfully!')).toBeVisible();
  expect(kept.sent).toEqual([expect.objectContaining({ sub_plan: 'pro', sub_sig: stubPng })]);
});

test("shows the server's reason, and its faults beside their fields", async () => {
  server.use(
    http.post(
      '*/api/subscriptions',
      () =>
        HttpResponse.json(
          { error: 'Not valid.', code: 'invalid', fields: { sub_trial_days: 'At most 30 days.' } },
          { status: 422 },
        ),
      { once: true },
    ),
  );
  await openSubscriptions();
  await fillIn();
  await user.click(submitButton());
  expect(await screen.findByText('At most 30 days.')).toBeVisible();
  expect(field(/Trial days/)).toHaveAccessibleDescription('At most 30 days.');
  expect(screen.getByText('Error saving subscription. Please try again.')).toBeVisible();

  server.use(
    http.post(
      '*/api/subscriptions',
      () =>
        HttpResponse.json({ error: 'There is no card on file.', code: 'no_card' }, { status: 409 }),
      { once: true },
    ),
  );
  await user.click(submitButton());
  expect(await screen.findByText('There is no card on file.')).toBeVisible();
});

test('waits for the plans, and fetches them again after a failure', async () => {
  server.use(http.get('*/api/subscriptions/plans', () => HttpResponse.error(), { once: true }));
  await openSubscriptions();
  expect(await screen.findByText('The plans could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText(/^Plan/)).toBeVisible();
});
