import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import type { ChargeWatch } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { charge, watch } from '@/features/charges/testing';
import { VisitCharges } from '@/features/charges/VisitCharges';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const user = userEvent.setup();
const both: Permission[] = ['estimate.read', 'estimate.write'];

async function open(answer: ChargeWatch | Response, permissions: Permission[] = both) {
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...sessionWith('estimate.read'), permissions }),
    ),
    http.get('*/api/appointments/31/charge-watch', () =>
      answer instanceof Response ? answer : HttpResponse.json(answer),
    ),
    http.get('*/api/appointments/providers', () =>
      HttpResponse.json([{ id: 4, name: 'Noah Kim' }]),
    ),
  );
  await renderSignedIn({
    path: '/',
    element: <VisitCharges visitId={31} patientId={7} service="Botox" providerId={4} />,
  });
}

test('charges near the limit ask for a new estimate while there is time', async () => {
  await open(watch);
  const row = within(await screen.findByRole('list', { name: 'Charges by provider' })).getByRole(
    'listitem',
  );
  expect(row).toHaveTextContent('Noah Kim$450.00 of $150.00 expected$300.00 above the estimate');
  expect(screen.getByRole('note')).toHaveTextContent(
    'Issue a new estimate before the visit, by Mon, Nov 23.',
  );
  expect(screen.getByRole('link', { name: 'Open the estimate' })).toHaveAttribute(
    'href',
    '/gfe-estimate/7',
  );
});

test('what may be disputed is said, with how long', async () => {
  await open({
    ...watch,
    level: 'excess',
    issue_until: null,
    billed_on: '2026-11-24',
    disputable_until: '2027-03-24',
    providers: [{ provider: 'Noah Kim', expected: 150, charged: 550, over: 400, level: 'excess' }],
  });
  expect(await screen.findByText('$400.00 above: may be disputed')).toBeVisible();
  expect(screen.getByText('It is too late for a new estimate before the visit.')).toBeVisible();
  expect(
    screen.getByText(
      'Billed first Nov 24, 2026; the client may dispute the bill until Mar 24, 2027.',
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'First bill' })).not.toBeInTheDocument();
});

test('a charge is added with its total in view', async () => {
  await open({ ...watch, charges: [], providers: [], level: 'quiet' });
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/charges', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...charge, total: 450 }, { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a charge' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a charge' }));
  await user.click(form.getByRole('button', { name: 'Add charge' }));
  expect(await form.findByText('Enter an amount such as 12 or 12.50')).toBeVisible();
  await user.clear(form.getByLabelText(/^Quantity/));
  await user.type(form.getByLabelText(/^Quantity/), '40');
  await user.type(form.getByLabelText(/^Unit price/), '12.5');
  await user.type(form.getByLabelText(/^Discount/), '50');
  expect(form.getByText('Charge: $450.00')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Add charge' }));
  expect(await screen.findByText('Charged: $450.00.')).toBeVisible();
  expect(sent).toEqual([
    {
      patient_id: 7,
      appointment_id: 31,
      provider_id: 4,
      service: 'Botox',
      quantity: 40,
      unit_price: 12.5,
      discount: 50,
    },
  ]);
});

test('a dispute freezes the charges until it is closed with a note', async () => {
  const dispute = {
    id: 1,
    disputed_on: '2026-11-25',
    note: 'More than announced.',
    opened_at: '2026-11-25T15:00:00Z',
    opened_by: 'Dana Reyes',
    closed_at: null,
    closed_by: null,
    closing_note: null,
  };
  await open({ ...watch, is_frozen: true, disputes: [dispute] });
  const closed: unknown[] = [];
  server.use(
    http.post('*/api/appointments/31/dispute/close', async ({ request }) => {
      closed.push(await request.json());
      return HttpResponse.json(watch);
    }),
  );
  expect(
    await screen.findByText(/^Disputed since Nov 25, 2026: More than announced\./),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a charge' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close the dispute' }));
  const form = within(await screen.findByRole('dialog', { name: 'Close the dispute' }));
  await user.type(form.getByLabelText(/^How it ended/), 'Settled');
  await user.click(form.getByRole('button', { name: 'Close the dispute' }));
  await vi.waitFor(() => expect(closed).toEqual([{ note: 'Settled' }]));
});

test('without an estimate nothing is compared, and a role that may not write sees no buttons', async () => {
  await open(
    {
      ...watch,
      estimate: null,
      level: 'quiet',
      providers: [
        { provider: 'Noah Kim', expected: null, charged: 450, over: null, level: 'quiet' },
      ],
    },
    ['estimate.read'],
  );
  expect(await screen.findByText('No issued estimate covers this visit.')).toBeVisible();
  expect(screen.getByText('No issued estimate')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a failure is said', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open(HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }));
  expect(await screen.findByText('The charges could not be loaded.')).toBeVisible();
  log.mockRestore();
});
