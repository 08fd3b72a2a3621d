import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type LoyaltyEntry } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { PatientPoints } from '@/features/loyalty';
import { linkHeader } from '@/testing/linkHeader';
import { sessionWith } from '@/testing/plans';
import { staffSession } from '@/testing/records';
import { renderScreen, renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const earned: LoyaltyEntry = {
  id: 1,
  patient_id: 7,
  kind: 'earned',
  points: 60,
  balance: 60,
  at: '2026-01-10T17:00:00Z',
  by: 'Dana Reyes',
  reason: null,
  service: 'Botox',
  treatment_id: 9,
  reverses: null,
  is_reversed: false,
};
const all: Permission[] = [
  'loyalty.balance.read',
  'loyalty.redeem',
  'loyalty.adjust',
  'loyalty.reverse',
];
const user = userEvent.setup();

/** The ledger on the mock server, oldest first. */
let ledger: LoyaltyEntry[];
let sent: unknown[];

const balance = () => ledger.reduce((sum, { points }) => sum + points, 0);

function add(entry: Partial<LoyaltyEntry>): LoyaltyEntry {
  const added = {
    ...earned,
    id: ledger.length + 1,
    service: null,
    treatment_id: null,
    by: 'Elena Moreau',
    ...entry,
  };
  ledger.push({ ...added, balance: balance() + added.points });
  return added;
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  ledger = [earned];
  sent = [];
  const answer = async (
    request: Request,
    read: (body: { points: number; reason?: string }) => Partial<LoyaltyEntry>,
  ) => {
    const body = (await request.json()) as { points: number; reason?: string };
    sent.push(body);
    return HttpResponse.json(add(read(body)), { status: 201 });
  };
  server.use(
    http.get('*/api/loyalty/patients/7', () =>
      HttpResponse.json({
        patient_id: 7,
        points: balance(),
        fewest_redeemed: 25,
        next_to_expire: balance() > 0 ? { points: balance(), last_day: '2028-01-10' } : null,
      }),
    ),
    http.get('*/api/loyalty/patients/7/entries', () => HttpResponse.json(ledger.toReversed())),
    http.post('*/api/loyalty/patients/7/redeem', ({ request }) =>
      answer(request, ({ points, reason }) => ({
        kind: 'redeemed',
        points: -points,
        reason: reason || null,
      })),
    ),
    http.post('*/api/loyalty/patients/7/adjust', ({ request }) =>
      answer(request, ({ points, reason = null }) => ({ kind: 'adjusted', points, reason })),
    ),
    http.post('*/api/loyalty/entries/:id/reverse', async ({ request, params }) => {
      const taken = ledger.find(({ id }) => id === Number(params['id']));
      if (taken) taken.is_reversed = true;
      return answer(request, ({ reason = null }) => ({
        kind: 'reversed',
        points: -(taken?.points ?? 0),
        reason,
        reverses: taken?.id ?? null,
      }));
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

function open(...permissions: Permission[]) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith(...permissions))));
  renderScreen({ path: '/', element: <PatientPoints patientId={7} /> });
}

async function fill(button: string, points: string, reason?: string) {
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: button }));
  await user.type(dialog.getByRole('textbox', { name: /^Points/ }), points);
  if (reason) await user.type(dialog.getByRole('textbox', { name: /^(Reason|What for)/ }), reason);
  return dialog;
}

test('shows the balance and what can be used until when', async () => {
  open(...all);
  expect(await screen.findByText('60 points')).toBeVisible();
  expect(screen.getByText('60 points can be used until Jan 10, 2028')).toBeVisible();
});

test('points are redeemed, announced as credit, and taken back by Undo', async () => {
  open(...all);
  const dialog = await fill('Redeem points', '25');
  await user.click(dialog.getByRole('button', { name: 'Redeem' }));
  expect(await screen.findByText('25 points redeemed: $25 of credit.')).toBeVisible();
  expect(await screen.findByText('35 points')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('The entry was taken back.')).toBeVisible();
  expect(await screen.findByText('60 points')).toBeVisible();
  expect(sent).toEqual([{ points: 25, reason: '' }, { reason: 'Undone at once' }]);
});

test('a redemption that the server refuses keeps what was typed and says why', async () => {
  server.use(
    http.post(
      '*/api/loyalty/patients/7/redeem',
      () =>
        HttpResponse.json(
          { error: 'There are only 30 points.', code: 'too_few_points' },
          { status: 409 },
        ),
      { once: true },
    ),
  );
  open(...all);
  const dialog = await fill('Redeem points', '50', 'Check-out');
  await user.click(dialog.getByRole('button', { name: 'Redeem' }));
  expect(await dialog.findByText('Not saved yet. There are only 30 points.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^Points/ })).toHaveValue('50');
  expect(dialog.getByRole('textbox', { name: /^What for/ })).toHaveValue('Check-out');
  await user.click(dialog.getByRole('button', { name: 'Redeem' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('too few points are not sent', async () => {
  open(...all);
  const dialog = await fill('Redeem points', '24');
  await user.click(dialog.getByRole('button', { name: 'Redeem' }));
  expect(await dialog.findByText('Enter a whole number from 25 to 999,999.')).toBeVisible();
  expect(sent).toEqual([]);
});

test('with fewer than can be redeemed the button says so', async () => {
  ledger = [{ ...earned, points: 10, balance: 10 }];
  open(...all);
  expect(await screen.findByRole('button', { name: 'Redeem points' })).toBeDisabled();
  expect(screen.getByText('At least 25 points are needed to redeem any.')).toBeVisible();
});

test('an adjustment needs a reason, and a minus takes points', async () => {
  open(...all);
  const dialog = await fill('Adjust points', '-10');
  await user.click(dialog.getByRole('button', { name: 'Save adjustment' }));
  expect(await dialog.findByText('Reason is required')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Given twice');
  await user.click(dialog.getByRole('button', { name: 'Save adjustment' }));
  expect(await screen.findByText('10 points taken.')).toBeVisible();
  expect(sent).toEqual([{ points: -10, reason: 'Given twice' }]);
});

test('the statement lists who changed what, and an entry is taken back with a reason', async () => {
  add({ kind: 'redeemed', points: -25, reason: 'At check-out' });
  add({ kind: 'expired', points: -5, by: null });
  open(...all);
  await user.click(await screen.findByRole('button', { name: 'Show statement' }));
  const table = within(await screen.findByRole('table', { name: 'Statement' }));
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Expired-530CeladonJan 10, 2026, 12:00 PM',
    'RedeemedAt check-out-2535Elena MoreauJan 10, 2026, 12:00 PMTake back',
    'Earned with Botox+6060Dana ReyesJan 10, 2026, 12:00 PMTake back',
  ]);
  await user.click(table.getByRole('button', { name: 'Take back Redeemed, -25' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take this entry back?' }));
  await user.click(dialog.getByRole('button', { name: 'Take back' }));
  expect(await dialog.findByText('Reason is required')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Wrong patient');
  await user.click(dialog.getByRole('button', { name: 'Take back' }));
  expect(await table.findByText('Wrong patient')).toBeVisible();
  expect(table.getByText('Was taken back')).toBeVisible();
  expect(table.queryByRole('button', { name: 'Take back Redeemed, -25' })).not.toBeInTheDocument();
});

test('the statement is read further by pages', async () => {
  server.use(
    http.get('*/api/loyalty/patients/7/entries', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after');
      return HttpResponse.json(
        [{ ...earned, id: after ? 1 : 2, reason: after ? 'The first' : 'The second' }],
        { headers: linkHeader('/api/loyalty/patients/7/entries', after ? undefined : 2) },
      );
    }),
  );
  open(...all);
  await user.click(await screen.findByRole('button', { name: 'Show statement' }));
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('The first')).toBeVisible();
  expect(screen.getByText('The second')).toBeVisible();
});

test('whoever may only redeem is offered neither an adjustment nor Undo', async () => {
  open('loyalty.balance.read', 'loyalty.redeem');
  const dialog = await fill('Redeem points', '25');
  expect(
    screen.queryByRole('button', { name: 'Adjust points', hidden: true }),
  ).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Redeem' }));
  expect(await screen.findByText('25 points redeemed: $25 of credit.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
});

test('a role without points sees none, and none are fetched', async () => {
  const requested = vi.fn(() => HttpResponse.json({}));
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(staffSession)),
    http.get('*/api/loyalty/patients/7', requested),
  );
  renderScreen({ path: '/', element: <PatientPoints patientId={7} /> });
  expect(await screen.findByText('Your role does not open the patients’ points.')).toBeVisible();
  expect(requested).not.toHaveBeenCalled();
});

test('points that cannot be loaded can be tried again', async () => {
  server.use(
    http.get(
      '*/api/loyalty/patients/7',
      () => HttpResponse.json({ error: 'Busy.', code: 'busy' }, { status: 500 }),
      { once: true },
    ),
  );
  open(...all);
  expect(await screen.findByText('The points could not be loaded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('60 points')).toBeVisible();
});

test('the front desk takes back what it has just redeemed, and nothing on the statement', async () => {
  const session = {
    ...sessionWith('loyalty.balance.read', 'loyalty.redeem'),
    limited_permissions: ['loyalty.reverse'],
  };
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
  await renderSignedIn({ path: '/', element: <PatientPoints patientId={7} /> });
  await user.click(await screen.findByRole('button', { name: /^Redeem/ }));
  await user.type(await screen.findByLabelText(/^Points/), '25');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Redeem' }));
  expect(screen.queryByRole('button', { name: /^Take back/ })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('The entry was taken back.')).toBeVisible();
  expect(sent.at(-1)).toEqual({ reason: 'Undone at once' });
});
