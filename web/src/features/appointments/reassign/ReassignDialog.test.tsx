import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Appointment, type Reassigned } from '@/api/generated';
import { ReassignDialog } from '@/features/appointments/reassign/ReassignDialog';
import { clinicWith, freezeDate, refusal, visit } from '@/features/appointments/testing';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const may = ['appointment.list', 'appointment.create', 'appointment.update'];
const later = {
  ...visit,
  id: 32,
  first_name: 'Bea',
  starts_at: '2026-11-21T15:00:00Z',
  ends_at: '2026-11-21T15:30:00Z',
  version: 3,
};
const over: Appointment = { ...visit, id: 33, first_name: 'Cleo', status: 'Cancelled' };
const taken: Reassigned = {
  id: 32,
  is_given: false,
  code: 'unconfirmed',
  message: 'Please look at this before it is saved.',
  warnings: [
    {
      code: 'double_booked',
      message: 'This provider has another appointment at that time.',
      patient_id: null,
    },
  ],
};
const given = (id: number): Reassigned => ({
  id,
  is_given: true,
  code: null,
  message: null,
  warnings: [],
});
let sent: unknown[];

beforeEach(() => {
  sent = [];
  freezeDate();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Opens the appointments of Noah, whose calls are answered one after the other. */
async function open(appointments: Appointment[], answers: Reassigned[][] = [], permissions = may) {
  const clinic = clinicWith(appointments, permissions);
  server.use(
    http.post('*/api/appointments/reassign', async ({ request }) => {
      sent.push(await request.json());
      const results = answers.shift() ?? [];
      const gone = new Set(results.filter(({ is_given }) => is_given).map(({ id }) => id));
      clinic.appointments = clinic.appointments.filter(({ id }) => !gone.has(id));
      return HttpResponse.json(results);
    }),
  );
  await renderSignedIn(
    {
      path: '/team',
      element: <ReassignDialog provider={{ id: 4, name: 'Noah Kim' }} onClose={() => {}} />,
    },
    '/team',
  );
  return clinic;
}

test('all are given at once; one that cannot be says why, and can be given anyway', async () => {
  const clinic = await open([visit, later, over], [[given(31), taken], [given(32)]]);
  const list = within(await screen.findByRole('list', { name: 'Appointments ahead of Noah Kim' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(clinic.requested).toEqual(['?from=2026-11-20&provider_id=4&limit=100']);
  const [forAll] = screen.getAllByLabelText('Give to');
  await userEvent.selectOptions(
    forAll as HTMLElement,
    await within(forAll as HTMLElement).findByRole('option', { name: 'Elena Moreau' }),
  );
  expect(within(forAll as HTMLElement).queryByText('Noah Kim')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Give all 2' }));
  expect(
    await screen.findByText('This provider has another appointment at that time.'),
  ).toBeVisible();
  expect(await screen.findByText('1 appointment is now with Elena Moreau.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Amelia Hart')).not.toBeInTheDocument());
  await userEvent.click(
    screen.getByRole('button', { name: 'Book anyway: Bea Hart, Nov 21, 2026, 10:00 AM' }),
  );
  expect(await screen.findByText('No appointments lie ahead')).toBeVisible();
  expect(sent).toEqual([
    {
      provider_id: 1,
      appointments: [
        { id: 31, version: 1, confirmed: [] },
        { id: 32, version: 3, confirmed: [] },
      ],
    },
    {
      provider_id: 1,
      appointments: [{ id: 32, version: 3, confirmed: ['double_booked'], allow_overlap: true }],
    },
  ]);
});

test('one alone can go to somebody else, or to any provider', async () => {
  await open([visit, later], [[given(32)]]);
  const row = within((await screen.findByText('Bea Hart')).closest('li') as HTMLElement);
  expect(row.getByRole('button', { name: /^Give Bea Hart/ })).toBeDisabled();
  await userEvent.selectOptions(row.getByLabelText('Give to'), 'Any provider');
  await userEvent.click(row.getByRole('button', { name: /^Give Bea Hart/ }));
  await waitFor(() =>
    expect(sent).toEqual([{ appointments: [{ id: 32, version: 3, confirmed: [] }] }]),
  );
  expect(await screen.findByText('1 appointment is now with any provider.')).toBeVisible();
});

test('a refusal of all is said, and the list stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await open([visit]);
  server.use(
    http.post('*/api/appointments/reassign', () =>
      refusal(422, 'invalid', 'Invalid', { provider_id: 'must be one of the clinic’s providers' }),
    ),
  );
  const [forAll] = await screen.findAllByLabelText('Give to');
  await userEvent.selectOptions(
    forAll as HTMLElement,
    await within(forAll as HTMLElement).findByRole('option', { name: 'Elena Moreau' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Give this appointment' }));
  expect(
    await screen.findByText('Not given. The provider must be one of the clinic’s providers.'),
  ).toBeVisible();
  expect(screen.getByText('Amelia Hart')).toBeVisible();
});

test('a list that cannot be loaded can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const opened = open([visit]);
  server.use(http.get('*/api/appointments', () => refusal(500, 'internal', 'x'), { once: true }));
  await opened;
  expect(await screen.findByText('The appointments could not be loaded.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Amelia Hart')).toBeVisible();
});

test('a role that may not change appointments is shown the reason', async () => {
  await open([visit], [], ['appointment.list']);
  expect(await screen.findByText('Your role does not open changes of appointments.')).toBeVisible();
});
