import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { toCard, positionOf } from '@/features/appointments/calendar/card';
import { cardLabel } from '@/features/appointments/calendar/CardFace';
import { DeclineDialog } from '@/features/appointments/calendar/DeclineDialog';
import { RequestSteps } from '@/features/appointments/calendar/RequestSteps';
import type { Visit } from '@/features/appointments/calendar/visit';
import { visit } from '@/features/appointments/testing';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const requested: Visit = { ...visit, requested_at: '2026-11-20T15:00:00Z', version: 4 };

let sent: unknown[];

beforeEach(() => {
  sent = [];
  const note = async (request: Request) =>
    sent.push([
      new URL(request.url).pathname,
      request.headers.get('if-match'),
      await request.text(),
    ]);
  server.use(
    http.post('*/api/appointments/:id/accept', async ({ request }) => {
      await note(request);
      return HttpResponse.json({ ...requested, requested_at: null, version: 5 });
    }),
    http.post('*/api/appointments/:id/decline', async ({ request }) => {
      await note(request);
      return HttpResponse.json({
        ...requested,
        status: 'Cancelled',
        requested_at: null,
        version: 5,
      });
    }),
  );
});

const steps = (disabled = false, onDecline = () => {}) =>
  renderScreen({
    path: '/',
    element: <RequestSteps visit={requested} disabled={disabled} onDecline={onDecline} />,
  });

test('a request says that it is one, and is accepted from the version that was seen', async () => {
  steps();
  expect(await screen.findByText('Requested online')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText(/is booked\. The client is told\.$/)).toBeVisible();
  expect(sent).toEqual([[`/api/appointments/${requested.id}/accept`, '4', '']]);
  expect(cardLabel(toCard(requested, positionOf(requested, 'America/New_York')))).toContain(
    ', Requested,',
  );
});

test('a refusal is shown with its reason', async () => {
  server.use(
    http.post('*/api/appointments/:id/accept', () =>
      HttpResponse.json(
        { error: 'This request has been answered already.', code: 'answered' },
        { status: 409 },
      ),
    ),
  );
  steps();
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(
    await screen.findByText('Not accepted. This request has been answered already.'),
  ).toBeVisible();
});

test('who may not change appointments sees the request alone', async () => {
  steps(true);
  expect(await screen.findByText('Requested online')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a request is declined with a reason, which is required', async () => {
  const closed = vi.fn<() => void>();
  renderScreen({
    path: '/',
    element: <DeclineDialog visit={requested} timeZone="America/New_York" onClose={closed} />,
  });
  const dialog = within(await screen.findByRole('dialog', { name: /^Decline the request of / }));
  await userEvent.click(dialog.getByRole('button', { name: 'Decline the request' }));
  expect(await dialog.findByText('Reason is required')).toBeVisible();
  await userEvent.type(dialog.getByLabelText(/^Reason/), ' Fully booked ');
  await userEvent.click(dialog.getByRole('button', { name: 'Decline the request' }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    [`/api/appointments/${requested.id}/decline`, '4', '{"reason":"Fully booked"}'],
  ]);
});

test('a request that cannot be declined keeps what was typed', async () => {
  server.use(
    http.post('*/api/appointments/:id/decline', () =>
      HttpResponse.json(
        { error: 'Somebody else has changed this in the meantime.', code: 'stale' },
        { status: 412 },
      ),
    ),
  );
  renderScreen({
    path: '/',
    element: <DeclineDialog visit={requested} timeZone="America/New_York" onClose={() => {}} />,
  });
  const dialog = within(await screen.findByRole('dialog', { name: /^Decline the request of / }));
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Fully booked');
  await userEvent.click(dialog.getByRole('button', { name: 'Decline the request' }));
  expect(
    await dialog.findByText('Not declined. Somebody else has changed this in the meantime.'),
  ).toBeVisible();
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Fully booked');
});
