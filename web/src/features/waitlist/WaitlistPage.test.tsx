import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type WaitlistEntry } from '@/api/generated';
import { Component as WaitlistPage } from '@/features/waitlist/WaitlistPage';
import { amelia, ownerSession } from '@/testing/records';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

const bea: WaitlistEntry = {
  id: 61,
  patient_id: 102,
  first_name: 'Bea',
  last_name: 'Harrow',
  service: 'Botox',
  provider_id: 4,
  provider_name: 'Noah Kim',
  weekdays: [1, 2, 3, 5],
  part_of_day: 'Morning',
  note: 'Only by phone',
  until: '2026-11-19',
  status: 'Waiting',
  created_at: '2026-11-10T15:00:00Z',
  created_by: 'Elena Moreau',
  version: 1,
  updated_at: '2026-11-10T15:00:00Z',
  updated_by: 'Elena Moreau',
};
const all = [
  'appointment.list',
  'appointment.create',
  'appointment.update',
  'patient.list',
  'patient.read',
];
let sent: { call: string; body: unknown; version: string | null }[];

beforeEach(() => {
  sent = [];
  screenOfWidth(1280);
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(entries: WaitlistEntry[], permissions = all, limited: string[] = []) {
  const clinic = { entries };
  const keep = async (request: Request) =>
    sent.push({
      call: `${request.method} ${new URL(request.url).pathname}`,
      body: await request.json(),
      version: request.headers.get('If-Match'),
    });
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({ ...ownerSession, permissions, limited_permissions: limited }),
    ),
    http.get('*/api/waitlist', () => HttpResponse.json(clinic.entries)),
    http.get('*/api/appointments/providers', () =>
      HttpResponse.json([{ id: 4, name: 'Noah Kim' }]),
    ),
    http.get('*/api/patients', () => HttpResponse.json([amelia])),
    http.post('*/api/waitlist', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ ...bea, id: 70 }, { status: 201 });
    }),
    http.patch('*/api/waitlist/:id', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ ...bea, version: 2 });
    }),
  );
  await renderSignedIn({ path: '/waitlist', element: <WaitlistPage /> }, '/waitlist');
  return clinic;
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

test('lists who waits, for what, and when they can come', async () => {
  await open([bea]);
  const row = within(await screen.findByRole('row', { name: /Bea Harrow/ }));
  expect(row.getByRole('link', { name: 'Bea Harrow' })).toHaveAttribute('href', '/patients/102');
  expect(row.getByText('Mon – Wed, Fri, mornings, until Nov 19, 2026')).toBeVisible();
  expect(row.getByText('Last day has passed')).toBeVisible();
  expect(row.getByText('with Noah Kim')).toBeVisible();
  expect(row.getByRole('link', { name: 'Find a time for Bea Harrow' })).toHaveAttribute(
    'href',
    '/appointments?view=day&waiting=61',
  );
});

test('somebody is added with days, a part of the day and a last day', async () => {
  await open([]);
  expect(await screen.findByText('Nobody is waiting')).toBeVisible();
  await press('Add to the waitlist');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to the waitlist' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add to the waitlist' }));
  expect(await dialog.findByText('Choose a patient from the list')).toBeVisible();
  await userEvent.type(dialog.getByRole('combobox', { name: /^Patient/ }), 'hart');
  await userEvent.click(await screen.findByRole('option', { name: /Amelia Hart/ }));
  await userEvent.selectOptions(dialog.getByLabelText('Provider'), 'Noah Kim');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Friday' }));
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Monday' }));
  await userEvent.selectOptions(dialog.getByLabelText('Part of the day'), 'Morning');
  await userEvent.type(dialog.getByLabelText('Until'), '2026-12-24');
  await userEvent.click(dialog.getByRole('button', { name: 'Add to the waitlist' }));
  expect(await screen.findByText('Amelia Hart is on the waitlist.')).toBeVisible();
  expect(sent).toEqual([
    {
      call: 'POST /api/waitlist',
      body: {
        patient_id: 101,
        service: 'Botox',
        provider_id: 4,
        weekdays: [1, 5],
        part_of_day: 'Morning',
        until: '2026-12-24',
        note: null,
      },
      version: null,
    },
  ]);
});

test('what somebody waits for is changed from the version that was seen', async () => {
  await open([bea]);
  await press('Edit what Bea Harrow waits for');
  const dialog = within(await screen.findByRole('dialog', { name: 'What Bea Harrow waits for' }));
  await userEvent.clear(dialog.getByLabelText('Note'));
  await userEvent.selectOptions(dialog.getByLabelText('Provider'), 'Any provider');
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        call: 'PATCH /api/waitlist/61',
        body: {
          service: 'Botox',
          provider_id: null,
          weekdays: [1, 2, 3, 5],
          part_of_day: 'Morning',
          until: '2026-11-19',
          note: null,
        },
        version: '1',
      },
    ]),
  );
});

test('a failed save loses nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await open([bea]);
  server.use(
    http.patch('*/api/waitlist/:id', () =>
      HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }),
    ),
  );
  await press('Edit what Bea Harrow waits for');
  const dialog = within(await screen.findByRole('dialog', { name: 'What Bea Harrow waits for' }));
  await userEvent.type(dialog.getByLabelText('Note'), '!');
  await userEvent.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await dialog.findByText(/^Not saved yet\./)).toBeVisible();
  expect(dialog.getByLabelText('Note')).toHaveValue('Only by phone!');
  log.mockRestore();
});

test('somebody is removed, and Undo lets them wait again', async () => {
  await open([bea]);
  await press('Remove Bea Harrow from the waitlist');
  expect(await screen.findByText('Bea Harrow no longer waits for Botox.')).toBeVisible();
  await press(/^Undo/);
  await waitFor(() =>
    expect(sent.map(({ body, version }) => [body, version])).toEqual([
      [{ status: 'Removed' }, '1'],
      [{ status: 'Waiting' }, '2'],
    ]),
  );
});

test('who may not change anything sees the list alone, and who may not see it is shown the reason', async () => {
  await open(
    [{ ...bea, patient_id: null, first_name: null, last_name: null, note: null }],
    [],
    ['appointment.list'],
  );
  expect(await screen.findByRole('row', { name: /A patient/ })).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add to the waitlist' })).not.toBeInTheDocument();
});

test('a role without the appointments is shown the reason', async () => {
  await open([], []);
  expect(await screen.findByText('Your role does not open the waitlist.')).toBeVisible();
});

test('a list that cannot be loaded can be tried again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const opened = open([bea]);
  server.use(
    http.get(
      '*/api/waitlist',
      () => HttpResponse.json({ error: 'x', code: 'x' }, { status: 500 }),
      { once: true },
    ),
  );
  await opened;
  expect(await screen.findByText('The waitlist could not be loaded.')).toBeVisible();
  await press('Try again');
  expect(await screen.findByRole('row', { name: /Bea Harrow/ })).toBeVisible();
  log.mockRestore();
});

test('on a tablet held upright what a patient waits for has room beside the buttons', async () => {
  screenOfWidth(820);
  await open([bea]);
  const table = within(await screen.findByRole('table', { name: 'Who waits' }));
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Patient, waiting since',
      'Service',
      'Can come, note',
      'Actions',
    ]),
  );
});
