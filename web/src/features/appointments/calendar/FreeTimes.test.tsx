import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { type FreeSlot } from '@/api/generated';
import { Component as AppointmentsPage } from '@/features/appointments/AppointmentsPage';
import { clinicWith, noSchedule, noSlots, onPhone, refusal } from '@/features/appointments/testing';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

const noah = { provider_id: 4, provider_name: 'Noah Kim' };
const elena = { provider_id: 1, provider_name: 'Elena Moreau' };
const slot = (starts_at: string, provider: typeof noah): FreeSlot => ({
  ...provider,
  starts_at,
  ends_at: starts_at,
});
let requested: string[];

onPhone();
beforeEach(() => void (requested = []));

/** Opens the drawer of a clinic that answers a search for free times like this. */
async function openDrawer(
  slots: (search: URLSearchParams) => Response | Promise<Response>,
  resources = noSchedule.resources,
) {
  const clinic = clinicWith([]);
  server.use(
    http.get('*/api/appointments/slots', ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      requested.push(search);
      return slots(searchParams) as never;
    }),
    http.get('*/api/schedule', () => HttpResponse.json({ ...noSchedule, resources })),
  );
  await renderSignedIn(
    { path: '/appointments', element: <AppointmentsPage /> },
    '/appointments?view=day',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Book' }));
  return {
    clinic,
    drawer: within(await screen.findByRole('dialog', { name: 'Book an appointment' })),
  };
}

const json = (slots: FreeSlot[], next_from = noSlots.next_from) =>
  HttpResponse.json({ slots, next_from });

test('a free time fills in the time and the provider, and the times of everybody stay', async () => {
  const { drawer, clinic } = await openDrawer(() =>
    json([
      slot('2026-11-20T15:15:00Z', noah),
      slot('2026-11-20T15:15:00Z', elena),
      slot('2026-11-20T15:30:00Z', elena),
      slot('2026-11-23T14:00:00Z', noah),
    ]),
  );
  const friday = within(await drawer.findByRole('group', { name: 'Fri, Nov 20' }));
  expect(friday.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
    '10:15 AM, Noah Kim',
    '10:30 AM, Elena Moreau',
  ]);
  expect(drawer.getByRole('group', { name: 'Mon, Nov 23' })).toBeVisible();
  await userEvent.click(friday.getByRole('button', { name: '10:30 AM, Elena Moreau' }));
  expect(drawer.getByLabelText(/^Date and time/)).toHaveValue('2026-11-20T10:30');
  expect(drawer.getByLabelText('Provider')).toHaveValue('1');
  expect(friday.getByRole('button', { name: '10:30 AM, Elena Moreau' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(requested).toEqual(['?service=Botox&days=14']);
  await userEvent.selectOptions(
    drawer.getByLabelText('Provider'),
    await drawer.findByRole('option', { name: 'Noah Kim' }),
  );
  await waitFor(() => expect(requested).toContain('?service=Botox&provider_id=4&days=14'));
  expect(clinic.sent).toEqual([]);
});

test('a day shows some of its times until all are wanted, and later times follow', async () => {
  const day = (date: string) =>
    Array.from({ length: 8 }, (_, at) => slot(`2026-11-${date}T${14 + at}:00:00Z`, noah));
  const { drawer } = await openDrawer((search) =>
    search.has('from')
      ? json([slot('2026-12-07T14:00:00Z', noah)])
      : json(['20', '23', '24', '25'].flatMap(day)),
  );
  const friday = within(await drawer.findByRole('group', { name: 'Fri, Nov 20' }));
  expect(friday.getAllByRole('button')).toHaveLength(7);
  await userEvent.click(friday.getByRole('button', { name: 'All 8 times on Fri, Nov 20' }));
  expect(friday.getAllByRole('button')).toHaveLength(8);
  expect(drawer.queryByRole('group', { name: 'Wed, Nov 25' })).not.toBeInTheDocument();
  await userEvent.click(drawer.getByRole('button', { name: 'Later times' }));
  expect(await drawer.findByRole('group', { name: 'Mon, Dec 7' })).toBeVisible();
  expect(requested.at(-1)).toBe('?service=Botox&from=2026-11-25T09%3A00&days=14');
  await userEvent.click(drawer.getByRole('button', { name: 'Earlier times' }));
  expect(await drawer.findByRole('group', { name: 'Fri, Nov 20' })).toBeVisible();
});

test('free times begin with the day that was chosen, and a press on one of them moves nothing', async () => {
  const { drawer } = await openDrawer((search) =>
    json([slot(`${(search.get('from') ?? '2026-11-20').slice(0, 10)}T15:00:00Z`, noah)]),
  );
  await drawer.findByRole('group', { name: 'Fri, Nov 20' });
  expect(drawer.queryByRole('button', { name: 'Earlier times' })).not.toBeInTheDocument();
  await userEvent.type(drawer.getByLabelText(/^Date and time/), '2026-12-09T09:00');
  const wednesday = within(await drawer.findByRole('group', { name: 'Wed, Dec 9' }));
  await userEvent.click(wednesday.getByRole('button', { name: '10:00 AM, Noah Kim' }));
  expect(drawer.getByLabelText(/^Date and time/)).toHaveValue('2026-12-09T10:00');
  expect(wednesday.getByRole('button', { name: '10:00 AM, Noah Kim' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await userEvent.click(drawer.getByRole('button', { name: 'Earlier times' }));
  expect(await drawer.findByRole('group', { name: 'Sun, Dec 6' })).toBeVisible();
});

test('without a free time it says so and looks further ahead', async () => {
  const { drawer } = await openDrawer(() => json([]));
  expect(await drawer.findByText('No free times within 14 days.')).toBeVisible();
  await userEvent.click(drawer.getByRole('button', { name: 'Later times' }));
  await waitFor(() => expect(requested.at(-1)).toContain('from=2026-12-04T05%3A00%3A00Z'));
});

test('while it looks a placeholder stands there, and a failure can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let answer: (response: Response) => void = () => {};
  const { drawer } = await openDrawer(
    () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      }),
  );
  expect(await drawer.findByLabelText('Looking for free times')).toBeVisible();
  await waitFor(() => expect(requested).toHaveLength(1));
  answer(refusal(422, 'invalid', 'No.', { service: 'must be one of the choices' }));
  expect(await drawer.findByText('The free times could not be loaded.')).toBeVisible();
  await userEvent.click(drawer.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(requested).toHaveLength(2));
  answer(json([slot('2026-11-20T15:15:00Z', noah)]));
  expect(await drawer.findByRole('button', { name: '10:15 AM, Noah Kim' })).toBeVisible();
});

test('a provider who does not perform the service has no free times', async () => {
  const { drawer } = await openDrawer(() =>
    refusal(422, 'invalid', 'No.', { provider_id: 'does not perform Botox' }),
  );
  expect(await drawer.findByText('This provider does not perform Botox.')).toBeVisible();
});

test('a clinic with rooms books one, and one without has no such field', async () => {
  const rooms = [
    { id: 7, name: 'Room 1', kind: 'Room' as const, is_active: true, version: 1 },
    { id: 8, name: 'Old laser', kind: 'Device' as const, is_active: false, version: 1 },
  ];
  const { drawer, clinic } = await openDrawer(
    () => json([slot('2026-11-20T15:15:00Z', noah)]),
    rooms,
  );
  const room = await drawer.findByLabelText('Room or device');
  expect(
    within(room)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['None', 'Room 1']);
  await userEvent.selectOptions(room, 'Room 1');
  await waitFor(() => expect(requested).toContain('?service=Botox&resource_id=7&days=14'));
  await userEvent.type(drawer.getByRole('combobox', { name: /^Patient/ }), 'hart');
  await userEvent.click(await screen.findByRole('option', { name: /Amelia Hart/ }));
  await userEvent.click(await drawer.findByRole('button', { name: '10:15 AM, Noah Kim' }));
  await userEvent.click(drawer.getByRole('button', { name: 'Book appointment' }));
  await waitFor(() =>
    expect(clinic.sent).toEqual([
      {
        patient_id: 101,
        appointment_time: '2026-11-20T10:15',
        service: 'Botox',
        notes: null,
        provider_id: 4,
        resource_id: 7,
        confirmed: [],
      },
    ]),
  );
});

test("the specification's own form has neither free times nor rooms", async () => {
  clinicWith([]);
  server.use(
    http.get('*/api/schedule', () =>
      HttpResponse.json({
        ...noSchedule,
        resources: [{ id: 7, name: 'Room 1', kind: 'Room', is_active: true, version: 1 }],
      }),
    ),
  );
  screenOfWidth(1280);
  await renderSignedIn(
    { path: '/appointments', element: <AppointmentsPage /> },
    '/appointments?view=list',
  );
  expect(await screen.findByLabelText('Provider')).toBeVisible();
  expect(screen.queryByText('Free times')).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Room or device')).not.toBeInTheDocument();
});
