import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { refusal, visit } from '@/features/appointments/testing';
import { generatedApi } from '@/testing/generatedApi';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';
import {
  desk,
  sent,
  open,
  card,
  press,
  panel,
  atTheDesk,
} from '@/features/appointments/calendar/testing';

atTheDesk();

test('a day says who comes when, for what, with whom, in which state and whether all is in order', async () => {
  await open([
    {
      ...visit,
      id: 32,
      starts_at: '2026-11-20T14:00:00Z',
      ends_at: '2026-11-20T14:15:00Z',
      provider_id: null,
      provider_name: null,
      status: 'Arrived',
      marks: { ...visit.marks, exam: 'missing', consents_pending: 1 },
    },
    visit,
  ]);
  expect(await card(/^2:30/)).toHaveAccessibleName(
    '2:30 PM to 3:00 PM, Amelia Hart, Botox, Booked, Ready, with Noah Kim',
  );
  expect(
    within(screen.getByRole('list', { name: 'Appointments of the day' }))
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual([
    '9:00 AM to 9:15 AM, Amelia Hart, Botox, Arrived, No exam, 1 form, with any provider',
    '2:30 PM to 3:00 PM, Amelia Hart, Botox, Booked, Ready, with Noah Kim',
  ]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Fri, Nov 20');
  expect(screen.getByText('Now 10:00')).toBeVisible();
});

test('the list is what opens first, and the view chosen last afterwards', async () => {
  const { unmount } = await open([visit], { url: '/appointments' });
  await userEvent.click(await screen.findByRole('link', { name: 'Day' }));
  expect(await card(/^2:30/)).toBeVisible();
  unmount();
  await open([visit], { url: '/appointments' });
  expect(await card(/^2:30/)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'List' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Appointments' })).toBeVisible();
});

test('the address has the day and the provider', async () => {
  const other = {
    ...visit,
    id: 33,
    first_name: 'Bea',
    provider_id: 1,
    provider_name: 'Elena Moreau',
  };
  const { clinic, router } = await open([visit, other], {
    url: '/appointments?view=day&date=2026-11-25&provider=1',
  });
  expect(await card(/Bea Hart/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Amelia Hart/ })).not.toBeInTheDocument();
  expect(clinic.requested).toEqual(['?from=2026-11-25&to=2026-11-25&limit=100']);
  await userEvent.selectOptions(screen.getByLabelText('Provider'), 'Everyone');
  expect(router.state.location.search).toBe('?view=day&date=2026-11-25');
  await press('Filter and print');
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Show cancelled' }));
  expect(router.state.location.search).toBe('?view=day&date=2026-11-25&cancelled=1');
  await waitFor(() =>
    expect(clinic.requested).toContain(
      '?from=2026-11-25&to=2026-11-25&include_cancelled=true&limit=100',
    ),
  );
});

test('while the providers are loading, no other days are shown or printed than those of the provider in the address', async () => {
  screenOfWidth(1180);
  const opened = open([visit], { url: '/appointments?view=week&provider=1' });
  server.use(http.get('*/api/appointments/providers', () => delay('infinite')));
  const { clinic } = await opened;
  const print = await screen.findByRole('link', {
    name: 'Print the day sheet of Friday, November 20',
  });
  await waitFor(() => expect(clinic.requested).toHaveLength(1));
  expect(print).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('combobox', { name: 'Provider' })).toHaveDisplayValue('Loading…');
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test('what belongs to the appointments is found by its name, by who may see it', async () => {
  await open([visit], { permissions: [...desk, 'follow_up.list'] });
  const beside = within(await screen.findByRole('navigation', { name: 'Beside the appointments' }));
  expect(beside.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/waitlist',
    '/schedule',
    '/after-visits',
  ]);
  expect(beside.queryByText('Messages to patients')).not.toBeInTheDocument();
});

test("a tablet has a desk's words", async () => {
  screenOfWidth(1180);
  const opened = open([visit]);
  server.use(http.get('*/api/appointments/providers', () => delay('infinite')));
  await opened;
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Friday, November 20');
});

test('the rows of the day are drawn while it loads', async () => {
  const opened = open([visit]);
  server.use(http.get('*/api/appointments/providers', () => delay('infinite')));
  await opened;
  expect((await screen.findByRole('status', { name: 'Loading' })).children).toHaveLength(8);
});

test('providers that cannot be loaded are said to be missing, and are asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const opened = open([visit]);
  server.use(
    http.get('*/api/appointments/providers', () => refusal(500, 'internal', 'No.'), { once: true }),
  );
  await opened;
  expect(await screen.findByText('The providers could not be loaded.')).toBeVisible();
  expect(await card(/^2:30/)).toBeVisible();
  await press('Try again');
  await waitFor(() =>
    expect(screen.queryByText('The providers could not be loaded.')).not.toBeInTheDocument(),
  );
});

test('a visit gets its next status, and Undo goes back by steps that are allowed', async () => {
  await open([visit]);
  await userEvent.click(await card(/^2:30/));
  const side = await panel();
  expect(side.getByRole('button', { name: 'Completed' })).toBeDisabled();
  expect(side.queryByRole('button', { name: 'Did not come' })).not.toBeInTheDocument();
  await userEvent.click(side.getByRole('button', { name: 'Check in' }));
  expect(await screen.findByText('Amelia Hart has arrived.')).toBeVisible();
  expect(await side.findByRole('button', { name: 'To the room' })).toBeVisible();
  await press(/^Undo/);
  await waitFor(() =>
    expect(sent).toEqual([
      { call: 'POST /api/appointments/31/status', body: { status: 'Arrived' }, version: '1' },
      { call: 'POST /api/appointments/31/status', body: { status: 'Confirmed' }, version: '2' },
      { call: 'POST /api/appointments/31/status', body: { status: 'Booked' }, version: '3' },
    ]),
  );
});

test('the next step is made from the version that the last one answered, also before the list is fetched again', async () => {
  await open([visit]);
  await userEvent.click(await card(/^2:30/));
  const side = await panel();
  server.use(http.get('*/api/appointments', () => new Promise<Response>(() => {})));
  await userEvent.click(side.getByRole('button', { name: 'Check in' }));
  await userEvent.click(await side.findByRole('button', { name: 'To the room' }));
  await waitFor(() =>
    expect(sent.map(({ body, version }) => [body, version])).toEqual([
      [{ status: 'Arrived' }, '1'],
      [{ status: 'In room' }, '2'],
    ]),
  );
});

test('a visit is cancelled with a reason only', async () => {
  await open([visit]);
  await userEvent.click(await card(/^2:30/));
  await userEvent.click((await panel()).getByRole('button', { name: 'Cancel visit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Amelia Hart?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the visit' }));
  expect(dialog.getByText('Reason is required')).toBeVisible();
  await userEvent.type(dialog.getByLabelText(/^Reason/), ' Has a cold ');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel the visit' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        call: 'POST /api/appointments/31/status',
        body: { status: 'Cancelled', reason: 'Has a cold' },
        version: '1',
      },
    ]),
  );
});

test('one’s own change fetches the day once, though the mark moves', async () => {
  const { clinic, store } = await open([visit]);
  server.use(
    http.post('*/api/appointments/:id/status', () => {
      clinic.mark += 1;
      clinic.appointments = [{ ...visit, status: 'Arrived', version: 2 }];
      return HttpResponse.json(clinic.appointments[0]);
    }),
  );
  await userEvent.click(await card(/^2:30/));
  const before = clinic.requested.length;
  await userEvent.click((await panel()).getByRole('button', { name: 'Check in' }));
  await waitFor(() => expect(clinic.requested).toHaveLength(before + 1));
  await store
    .dispatch(
      generatedApi.endpoints.showAppointmentChanges.initiate(undefined, {
        forceRefetch: true,
        subscribe: false,
      }),
    )
    .unwrap();
  expect(await (await panel()).findByRole('button', { name: 'To the room' })).toBeVisible();
  expect(clinic.requested).toHaveLength(before + 1);
});

test('who may not change appointments sees them and their history alone', async () => {
  await open([visit], { permissions: ['appointment.list'] });
  await userEvent.click(await card(/^2:30/));
  const side = await panel();
  for (const name of ['Confirmed', 'Arrived', 'In room', 'Completed'])
    expect(side.getByRole('button', { name })).toBeDisabled();
  for (const name of ['Check in', 'Move to…', 'Cancel visit'])
    expect(side.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(side.queryByRole('link', { name: 'Open record' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Book' })).not.toBeInTheDocument();
});

test('a role that sees times and services only sees no name and no mark', async () => {
  await open(
    [
      {
        ...visit,
        patient_id: null,
        first_name: null,
        last_name: null,
        notes: null,
        patient_is_archived: null,
        marks: {
          exam: null,
          exam_until: null,
          consents_pending: null,
          consents_signed: null,
          is_first_visit: null,
          has_alert: null,
        },
      },
    ],
    { permissions: [], limited: ['appointment.list'] },
  );
  expect(await card(/^2:30/)).toHaveAccessibleName(
    '2:30 PM to 3:00 PM, Patient, Botox, Booked, with Noah Kim',
  );
});

test('what changes on another screen is fetched as soon as the mark of changes differs, and not before', async () => {
  const { clinic, store } = await open([visit]);
  await card(/^2:30 PM to 3:00 PM, Amelia Hart, Botox, Booked/);
  const fetchChanges = () =>
    store
      .dispatch(
        generatedApi.endpoints.showAppointmentChanges.initiate(undefined, {
          forceRefetch: true,
          subscribe: false,
        }),
      )
      .unwrap();
  await fetchChanges();
  const requested = clinic.requested.length;
  clinic.appointments = [{ ...visit, status: 'Arrived', version: 2 }];
  await fetchChanges();
  expect(clinic.requested).toHaveLength(requested);
  clinic.mark += 1;
  await fetchChanges();
  expect(await card(/^2:30 PM to 3:00 PM, Amelia Hart, Botox, Arrived/)).toBeVisible();
});

test('an empty day says so, and one that cannot be loaded can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { clinic } = await open([]);
  expect(await screen.findByText('No appointments on this day')).toBeVisible();
  server.use(http.get('*/api/appointments', () => refusal(500, 'internal', 'No.'), { once: true }));
  await userEvent.click(screen.getByRole('link', { name: 'Saturday, November 21' }));
  expect(await screen.findByText('Appointments could not be loaded.')).toBeVisible();
  clinic.appointments = [
    { ...visit, starts_at: '2026-11-21T19:30:00Z', ends_at: '2026-11-21T20:00:00Z' },
  ];
  await press('Try again');
  expect(await card(/^2:30/)).toBeVisible();
});

test('booking begins with the day, adds a new patient on the way and keeps the drawer while anything is typed', async () => {
  const { clinic } = await open([]);
  await press('Book');
  const drawer = within(await screen.findByRole('dialog', { name: 'Book an appointment' }));
  server.use(
    http.post('*/api/patients/duplicates', () => HttpResponse.json([])),
    http.post('*/api/patients', () =>
      HttpResponse.json({ id: 102, first_name: 'Nina', last_name: 'New' }, { status: 201 }),
    ),
  );
  await userEvent.click(drawer.getByRole('button', { name: 'New patient' }));
  const adding = within(await screen.findByRole('dialog', { name: 'Add patient' }));
  await userEvent.type(adding.getByLabelText(/^First name/), 'Nina');
  await userEvent.type(adding.getByLabelText(/^Last name/), 'New');
  await userEvent.click(adding.getByRole('button', { name: 'Add patient' }));
  await waitFor(() =>
    expect(drawer.getByRole('combobox', { name: /^Patient/ })).toHaveValue('Nina New'),
  );
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }));
  await press('Keep editing');
  await userEvent.type(drawer.getByLabelText(/^Date and time/), '2026-11-21T14:30');
  // The question is gone once the drawer can be reached again.
  await userEvent.click(await drawer.findByRole('button', { name: 'Book appointment' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Book an appointment' })).not.toBeInTheDocument(),
  );
  expect(clinic.sent).toEqual([
    {
      patient_id: 102,
      appointment_time: '2026-11-21T14:30',
      service: 'Botox',
      notes: null,
      confirmed: [],
    },
  ]);
});
