import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Appointment } from '@/api/generated';
import { TodayBoard } from '@/features/appointments';
import { clinicWith, freezeDate, refusal, visit } from '@/features/appointments/testing';
import { renderScreen, renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

beforeEach(() => void freezeDate());
afterEach(() => void vi.useRealTimers());

const soon: Appointment = {
  ...visit,
  starts_at: '2026-11-20T16:00:00Z',
  ends_at: '2026-11-20T16:30:00Z',
};
const waiting: Appointment = {
  ...visit,
  id: 32,
  patient_id: 102,
  last_name: 'Harrow',
  status: 'Arrived',
  status_at: '2026-11-20T14:48:00Z',
  starts_at: '2026-11-20T15:00:00Z',
};

async function open(
  appointments: Appointment[],
  permissions = ['appointment.list', 'appointment.update', 'patient.read'],
) {
  const record = clinicWith(appointments, permissions);
  await renderSignedIn({ path: '/', element: <TodayBoard timeZone="America/New_York" /> });
  return record;
}

test('shows who is expected and who waits for how long, and checks in with one press', async () => {
  const record = await open([soon, waiting]);
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/appointments/31/status', async ({ request }) => {
      sent.push({
        version: request.headers.get('if-match'),
        ...((await request.json()) as object),
      });
      record.appointments = [
        { ...soon, status: 'Arrived', status_at: '2026-11-20T15:00:00Z', version: 2 },
        waiting,
      ];
      return HttpResponse.json(record.appointments[0]);
    }),
  );
  const arrivals = within(
    await screen.findByRole('list', { name: 'Arrivals in the next three hours' }),
  );
  expect(arrivals.getByRole('link', { name: 'Amelia Hart' })).toHaveAttribute(
    'href',
    '/patients/101',
  );
  expect(arrivals.getByText('11:00')).toBeVisible();
  expect(arrivals.getByText('Ready')).toBeVisible();
  const here = within(screen.getByRole('list', { name: 'Who is here' }));
  expect(here.getByText('Waits 12 min')).toBeVisible();
  await userEvent.click(await arrivals.findByRole('button', { name: 'Check in: Amelia Hart' }));
  expect(await here.findByText('Waits 0 min')).toBeVisible();
  expect(sent).toEqual([{ version: '1', status: 'Arrived' }]);
  expect(await screen.findByText('Nobody is expected in the next three hours')).toBeVisible();
});

test('says why a step was refused, and nothing moves', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open([soon]);
  server.use(
    http.post('*/api/appointments/31/status', () =>
      refusal(409, 'transition', 'A cancelled appointment cannot become arrived.'),
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Check in: Amelia Hart' }));
  expect(await screen.findByText('A cancelled appointment cannot become arrived.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Amelia Hart' })).toBeVisible();
  log.mockRestore();
});

test('a row names the step to completion in one word, and in full to those who hear it', async () => {
  await open([{ ...waiting, status: 'In room' }]);
  const button = await screen.findByRole('button', { name: 'Complete the visit: Amelia Harrow' });
  expect(button).toHaveTextContent(/^Complete$/);
});

test('the outline of rows stands where they will, until they are loaded', async () => {
  clinicWith([]);
  server.use(http.get('*/api/appointments', () => new Promise<never>(() => {})));
  renderScreen({ path: '/', element: <TodayBoard timeZone="America/New_York" /> });
  const arrivals = within(await screen.findByRole('region', { name: 'Arrivals' }));
  expect(arrivals.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
});

test('offers no steps to a role that may not take them', async () => {
  await open([soon], ['appointment.list', 'patient.read']);
  expect(await screen.findByRole('link', { name: 'Amelia Hart' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Check in/ })).not.toBeInTheDocument();
});

test('says that the day could not be loaded', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  clinicWith([]);
  server.use(http.get('*/api/appointments', () => refusal(500, 'internal', 'x')));
  renderScreen({ path: '/', element: <TodayBoard timeZone="America/New_York" /> });
  expect(await screen.findByText('Today’s appointments could not be loaded.')).toBeVisible();
  log.mockRestore();
});
