import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Outlook } from '@/api/generated';
import { Component as AppointmentsPage } from '@/features/appointments/AppointmentsPage';
import { clinicWith, notified, onPhone, visit } from '@/features/appointments/testing';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let sent: Record<string, unknown>[];
let later: string[];
let outlook: Outlook;
let refusal: (() => Response) | undefined;

onPhone();
beforeEach(() => {
  sent = [];
  later = ['2026-11-27T19:30:00Z', '2026-12-04T19:30:00Z'];
  outlook = notified;
  refusal = undefined;
});

async function open(button: string, dialog: string) {
  clinicWith([visit], ['appointment.list', 'appointment.update']);
  const answer = async (request: Request, change: object) => {
    sent.push((await request.json()) as Record<string, unknown>);
    return refusal?.() ?? HttpResponse.json({ ...visit, ...change, version: 2 });
  };
  server.use(
    http.get('*/api/appointments/:id', ({ params }) =>
      Number(params['id']) === visit.id
        ? HttpResponse.json({ ...visit, events: [], later, outlook })
        : undefined,
    ),
    http.post('*/api/appointments/:id/status', ({ request }) =>
      answer(request, { status: 'Cancelled' }),
    ),
    http.patch('*/api/appointments/:id', ({ request }) => answer(request, {})),
  );
  await renderSignedIn(
    { path: '/appointments', element: <AppointmentsPage /> },
    '/appointments?view=day',
  );
  await userEvent.click(await screen.findByRole('button', { name: /^2:30 PM/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Amelia Hart' }));
  await userEvent.click(panel.getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog', { name: dialog }));
}

const box = 'This and all later visits of the series';

test('this and all later visits of a series are cancelled in one act', async () => {
  const dialog = await open('Cancel visit', 'Cancel Amelia Hart?');
  const all = await dialog.findByRole('checkbox', { name: box });
  expect(all).not.toBeChecked();
  expect(all).toHaveAccessibleDescription(/^2 later: Nov 27, 2026; Dec 4, 2026\./);
  await userEvent.click(all);
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Moves away');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the visit' }));
  expect(
    await screen.findByText('Amelia Hart is cancelled, with the later visits of the series.'),
  ).toBeVisible();
  expect(sent).toEqual([{ status: 'Cancelled', reason: 'Moves away', and_later: true }]);
  expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument();
});

test('this and all later visits are moved in one act, and dates that are not free are named', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  refusal = () =>
    HttpResponse.json(
      {
        error: 'Some of these dates are not free. Nothing was booked.',
        code: 'series_conflicts',
        conflicts: [
          { date: '2026-12-05', code: 'double_booked', message: 'This provider is booked.' },
        ],
      },
      { status: 409 },
    );
  const dialog = await open('Move to…', 'Move Amelia Hart');
  await userEvent.click(await dialog.findByRole('checkbox', { name: box }));
  await userEvent.clear(dialog.getByLabelText(/^Date and time/));
  await userEvent.type(dialog.getByLabelText(/^Date and time/), '2026-11-21T14:30');
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await dialog.findByText(/Sat, Dec 5: This provider is booked\./)).toBeVisible();
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText(/The later visits of the series moved along\.$/)).toBeVisible();
  expect(sent.map((each) => [each['appointment_time'], each['and_later']])).toEqual([
    ['2026-11-21T14:30', true],
    ['2026-11-21T14:30', true],
  ]);
  vi.mocked(console.error).mockRestore();
});

test('each later visit keeps the provider and the length of its own when the time alone is changed', async () => {
  const dialog = await open('Move to…', 'Move Amelia Hart');
  // As on the server: each visit of the series takes what the request names, and keeps the rest.
  const series = [
    { provider_id: 4, minutes: 30 },
    { provider_id: 1, minutes: 60 },
  ];
  server.use(
    http.patch('*/api/appointments/:id', async ({ request }) => {
      const change = (await request.json()) as (typeof series)[0];
      sent.push({ ...change });
      for (const each of series) Object.assign(each, change);
      return HttpResponse.json({ ...visit, version: 2 });
    }),
  );
  await userEvent.click(await dialog.findByRole('checkbox', { name: box }));
  await userEvent.clear(dialog.getByLabelText(/^Date and time/));
  await userEvent.type(dialog.getByLabelText(/^Date and time/), '2026-11-20T15:30');
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText(/The later visits of the series moved along\.$/)).toBeVisible();
  expect(series).toMatchObject([
    { provider_id: 4, minutes: 30 },
    { provider_id: 1, minutes: 60 },
  ]);
  expect(sent).toEqual([{ appointment_time: '2026-11-20T15:30', confirmed: [], and_later: true }]);
});

test('only where the patient is told, the choice says that there is one message', async () => {
  const dialog = await open('Move to…', 'Move Amelia Hart');
  const all = await dialog.findByRole('checkbox', { name: box });
  const alone = '2 later: Nov 27, 2026; Dec 4, 2026. Either all of them change or none.';
  expect(all).toHaveAccessibleDescription(alone);
  await userEvent.clear(dialog.getByLabelText(/^Date and time/));
  await userEvent.type(dialog.getByLabelText(/^Date and time/), '2026-11-21T14:30');
  expect(all).toHaveAccessibleDescription(`${alone} The patient gets one message.`);
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Tell the patient/ }));
  expect(all).toHaveAccessibleDescription(alone);
});

test('where the patient cannot be told that visits are cancelled, no message is promised', async () => {
  outlook = { ...notified, cancelled: 'no_address', to: null };
  const dialog = await open('Cancel visit', 'Cancel Amelia Hart?');
  const all = await dialog.findByRole('checkbox', { name: box });
  expect(all).toHaveAccessibleDescription(/Either all of them change or none\.$/);
});

test('a visit without later ones is moved and cancelled alone', async () => {
  later = [];
  const dialog = await open('Cancel visit', 'Cancel Amelia Hart?');
  await dialog.findByRole('checkbox', { name: /^Tell the patient/ });
  expect(dialog.queryByRole('checkbox', { name: box })).not.toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Has a cold');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the visit' }));
  await vi.waitFor(() => expect(sent).toEqual([{ status: 'Cancelled', reason: 'Has a cold' }]));
});
