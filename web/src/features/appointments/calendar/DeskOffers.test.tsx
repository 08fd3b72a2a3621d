import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { type Appointment } from '@/api/generated';
import { Component as AppointmentsPage } from '@/features/appointments/AppointmentsPage';
import { clinicWith, notified, onPhone, visit, waiting } from '@/features/appointments/testing';
import { freedPath } from '@/lib/paths';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const desk = [
  'appointment.list',
  'appointment.create',
  'appointment.update',
  'patient.list',
  'patient.read',
  'patient.create',
];

onPhone();

async function open(appointments: Appointment[], url: string) {
  const clinic = clinicWith(appointments, desk);
  server.use(
    http.get(`*/api/appointments/${visit.id}`, () =>
      HttpResponse.json({ ...visit, events: [], outlook: notified }),
    ),
  );
  await renderSignedIn({ path: '/appointments', element: <AppointmentsPage /> }, url);
  return clinic;
}

const card = (name: RegExp) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a cancelled time is offered to whoever waits for one like it, and booking it ends the waiting', async () => {
  const clinic = await open([visit], '/appointments?view=day');
  const requested: string[] = [];
  const sent: { call: string; body: unknown; version: string | null }[] = [];
  server.use(
    http.get('*/api/waitlist/matches', ({ request }) => {
      requested.push(new URL(request.url).search);
      return HttpResponse.json([waiting, { ...waiting, id: 62, first_name: 'Cleo' }]);
    }),
    http.post('*/api/appointments/:id/status', async ({ request }) => {
      sent.push({
        call: 'POST /api/appointments/31/status',
        body: await request.json(),
        version: request.headers.get('If-Match'),
      });
      clinic.appointments = [];
      return HttpResponse.json({ ...visit, status: 'Cancelled', version: 2 });
    }),
    http.patch('*/api/waitlist/:id', async ({ request, params }) => {
      sent.push({
        call: `PATCH /api/waitlist/${String(params['id'])}`,
        body: await request.json(),
        version: request.headers.get('If-Match'),
      });
      return HttpResponse.json({ ...waiting, status: 'Booked', version: 2 });
    }),
  );
  await userEvent.click(await card(/^2:30/));
  await userEvent.click(
    within(await screen.findByRole('dialog', { name: 'Amelia Hart' })).getByRole('button', {
      name: 'Cancel visit',
    }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Amelia Hart?' }));
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Has a cold');
  await userEvent.click(await dialog.findByRole('checkbox', { name: /^Tell the patient/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the visit' }));
  expect(
    await screen.findByText(
      '2 people wait for a time like this: Fri, Nov 20, 2:30 PM, 30 min with Noah Kim.',
    ),
  ).toBeVisible();
  expect(requested).toEqual(['?starts_at=2026-11-20T14%3A30&minutes=30&provider_id=4']);
  await press('See who');
  await press('Book this time for Bea Harrow');
  const drawer = within(await screen.findByRole('dialog', { name: 'Book an appointment' }));
  await waitFor(() =>
    expect(drawer.getByRole('combobox', { name: /^Patient/ })).toHaveValue('Bea Harrow'),
  );
  expect(drawer.getByLabelText(/^Date and time/)).toHaveValue('2026-11-20T14:30');
  await userEvent.click(drawer.getByRole('button', { name: 'Book appointment' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        call: 'POST /api/appointments/31/status',
        body: { status: 'Cancelled', reason: 'Has a cold', tell: false },
        version: '1',
      },
      { call: 'PATCH /api/waitlist/61', body: { status: 'Booked' }, version: '1' },
    ]),
  );
  expect(clinic.sent).toEqual([
    {
      patient_id: 102,
      appointment_time: '2026-11-20T14:30',
      service: 'Botox',
      provider_id: 4,
      notes: null,
      confirmed: [],
    },
  ]);
});

test('a link from the waitlist opens the form with who waits and for what', async () => {
  const opened = open([], '/appointments?view=day&waiting=61');
  server.use(
    http.get('*/api/waitlist', () =>
      HttpResponse.json([
        { ...waiting, service: 'Microneedling', provider_id: 1, provider_name: 'Elena Moreau' },
      ]),
    ),
  );
  const clinic = await opened;
  const drawer = within(await screen.findByRole('dialog', { name: 'Book an appointment' }));
  await waitFor(() =>
    expect(drawer.getByRole('combobox', { name: /^Patient/ })).toHaveValue('Bea Harrow'),
  );
  expect(drawer.getByLabelText('Service')).toHaveValue('Microneedling');
  expect(drawer.getByLabelText('Provider')).toHaveValue('1');
  expect(clinic.sent).toEqual([]);
});

const linked = freedPath('2026-11-20', { starts_at: visit.starts_at, minutes: 30, provider_id: 4 });

test('a time that a link says is free again shows at once who waits for it, and is booked for them', async () => {
  const opened = open([], linked);
  server.use(http.get('*/api/waitlist/matches', () => HttpResponse.json([waiting])));
  await opened;
  await press('Book this time for Bea Harrow');
  const drawer = within(await screen.findByRole('dialog', { name: 'Book an appointment' }));
  expect(drawer.getByLabelText(/^Date and time/)).toHaveValue('2026-11-20T14:30');
});

test('a time that is booked again is offered to nobody', async () => {
  const opened = open([visit], linked);
  server.use(http.get('*/api/waitlist/matches', () => HttpResponse.json([waiting])));
  await opened;
  await card(/^2:30/);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.queryByText(/for a time like this/)).not.toBeInTheDocument();
});
