import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Closure, Schedule, Session } from '@/api/generated';
import { Component as SchedulePage } from '@/features/schedule/SchedulePage';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

const planner: Session = sessionWith(
  'appointment.list',
  'appointment.create',
  'schedule.hours.write',
  'schedule.manage',
);
const own = planner.member.id;
const mia = { id: 77, name: 'Mia Lang' };
const span = (member_id: number | null, weekday: number) => ({
  member_id,
  weekday,
  opens_at: '09:00',
  closes_at: '17:00',
  version: member_id === null ? null : 3,
});

let schedule: Schedule;
let closures: Closure[];
let sent: { what: string; match: string | null; body: unknown }[];

beforeEach(() => {
  sent = [];
  closures = [{ id: 5, first_date: '2026-12-24', last_date: '2026-12-26', reason: 'Holidays' }];
  schedule = {
    days: [],
    hours: [
      ...[1, 2, 3, 4, 5, 6, 7].map((weekday) => span(null, weekday)),
      span(mia.id, 1),
      span(mia.id, 2),
    ],
    blocks: [
      {
        id: 9,
        member_id: mia.id,
        resource_id: null,
        starts_at: '2026-11-26T17:00:00Z',
        ends_at: '2026-11-26T18:00:00Z',
        reason: 'Training',
        version: 1,
      },
    ],
    resources: [{ id: 3, name: 'Laser', kind: 'Device', is_active: true, version: 2 }],
  };
  const note = async (what: string, request: Request) => {
    const text = await request.text();
    sent.push({
      what,
      match: request.headers.get('if-match'),
      body: text ? (JSON.parse(text) as unknown) : null,
    });
  };
  as(planner);
  server.use(
    http.get('*/api/schedule', () => HttpResponse.json(schedule)),
    http.get('*/api/schedule/closures', () => HttpResponse.json(closures)),
    http.get('*/api/appointments/providers', () => HttpResponse.json([mia])),
    http.put('*/api/schedule/hours/:id', async ({ request }) => {
      await note('hours', request);
      return HttpResponse.json({ member_id: mia.id, hours: [], version: 4 });
    }),
    http.post('*/api/schedule/closures', async ({ request }) => {
      await note('closure', request);
      return HttpResponse.json({ ...closures[0], id: 6 }, { status: 201 });
    }),
    http.delete('*/api/schedule/closures/:id', async ({ request }) => {
      await note('open', request);
      closures = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/schedule/blocks', async ({ request }) => {
      await note('block', request);
      return HttpResponse.json({ ...schedule.blocks[0], id: 10 }, { status: 201 });
    }),
    http.patch('*/api/schedule/resources/:id', async ({ request }) => {
      await note('resource', request);
      return HttpResponse.json({ ...schedule.resources[0], version: 3, is_active: false });
    }),
  );
});

const as = (session: Session) =>
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
const open = () => renderSignedIn({ path: '/', element: <SchedulePage /> });
const table = (name: string) => screen.findByRole('table', { name });

test('who works when, closed days, blocked times and rooms are shown', async () => {
  await open();
  const hours = await table('Hours of each member');
  expect(await within(hours).findByRole('row', { name: /Mia Lang/ })).toHaveTextContent(
    'Mon – Tue 9:00 AM – 5:00 PM',
  );
  expect(within(hours).getAllByRole('row')[2]).toHaveTextContent('The clinic’s hours');
  expect(screen.getByText('The clinic is open Mon – Sun 9:00 AM – 5:00 PM.')).toBeVisible();
  expect(await table('Closed days ahead')).toHaveTextContent('Holidays');
  expect(await table('Blocked times ahead')).toHaveTextContent('TrainingMia Lang');
  expect(await table('All rooms and devices')).toHaveTextContent('LaserDeviceCan be booked');
});

test('a week is changed from the version that was seen, and taken back', async () => {
  const person = userEvent.setup();
  await open();
  await person.click(await screen.findByRole('button', { name: 'Edit the hours of Mia Lang' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hours of Mia Lang' });
  const monday = within(dialog).getByRole('group', { name: 'Monday' });
  expect(within(dialog).getByRole('group', { name: 'Wednesday' })).toHaveTextContent('Off');
  await person.clear(within(monday).getByLabelText(/^To/));
  await person.type(within(monday).getByLabelText(/^To/), '08:00');
  await person.click(within(dialog).getByRole('button', { name: 'Save hours' }));
  expect(await within(monday).findByText('Enter a time after the beginning.')).toBeVisible();
  await person.clear(within(monday).getByLabelText(/^To/));
  await person.type(within(monday).getByLabelText(/^To/), '12:30');
  await person.click(within(dialog).getByRole('button', { name: 'Remove these hours of Tuesday' }));
  await person.click(within(dialog).getByRole('button', { name: 'Add hours on Monday' }));
  await person.click(within(dialog).getByRole('button', { name: 'Save hours' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const hours = [
    { weekday: 1, opens_at: '09:00', closes_at: '12:30' },
    { weekday: 1, opens_at: '13:00', closes_at: '16:00' },
  ];
  expect(sent).toEqual([{ what: 'hours', match: '3', body: { hours } }]);
});

test('hours that somebody else has changed meanwhile are kept as typed', async () => {
  const person = userEvent.setup();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(
    http.put(
      '*/api/schedule/hours/:id',
      () => HttpResponse.json({ error: 'Changed meanwhile.', code: 'stale' }, { status: 412 }),
      { once: true },
    ),
  );
  await open();
  await person.click(await screen.findByRole('button', { name: 'Edit the hours of Mia Lang' }));
  const dialog = await screen.findByRole('dialog', { name: 'Hours of Mia Lang' });
  await person.click(
    within(dialog).getByRole('button', { name: 'Copy Monday to Tuesday – Friday' }),
  );
  schedule = {
    ...schedule,
    hours: schedule.hours.map((one) => (one.member_id === mia.id ? { ...one, version: 8 } : one)),
  };
  await person.click(within(dialog).getByRole('button', { name: 'Save hours' }));
  expect(await within(dialog).findByText(/Somebody else has saved other hours/)).toBeVisible();
  await person.click(within(dialog).getByRole('button', { name: 'Save hours' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    match: '8',
    body: {
      hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens_at: '09:00', closes_at: '17:00' })),
    },
  });
  expect(log).toHaveBeenCalled();
});

test('one day is closed without its last day, and opened again with an Undo', async () => {
  const person = userEvent.setup();
  await open();
  await person.click(await screen.findByRole('button', { name: 'Add closed days' }));
  const dialog = await screen.findByRole('dialog', { name: 'Closed days' });
  await person.click(within(dialog).getByRole('button', { name: 'Add closed days' }));
  expect(await within(dialog).findByText('Reason is required')).toBeVisible();
  await person.type(within(dialog).getByLabelText(/^First day/), '2027-07-05');
  await person.type(within(dialog).getByLabelText(/^Reason/), 'Independence Day');
  await person.click(within(dialog).getByRole('button', { name: 'Add closed days' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        what: 'closure',
        match: null,
        body: { first_date: '2027-07-05', last_date: '2027-07-05', reason: 'Independence Day' },
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await person.click(await screen.findByRole('button', { name: 'Remove Holidays' }));
  expect(await screen.findByText('No closed days ahead.')).toBeVisible();
});

test('a room’s time is blocked by the clinic’s clock', async () => {
  const person = userEvent.setup();
  await open();
  await person.click(await screen.findByRole('button', { name: 'Block a time' }));
  const dialog = await screen.findByRole('dialog', { name: 'Blocked time' });
  await person.selectOptions(within(dialog).getByLabelText(/^Whose time/), 'Laser');
  await person.type(within(dialog).getByLabelText(/^From/), '2026-12-01T09:00');
  await person.type(within(dialog).getByLabelText(/^To/), '2026-12-01T10:00');
  await person.type(within(dialog).getByLabelText(/^Reason/), 'Repair');
  await person.click(within(dialog).getByRole('button', { name: 'Block the time' }));
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      {
        member_id: null,
        resource_id: 3,
        starts_at: '2026-12-01T09:00',
        ends_at: '2026-12-01T10:00',
        reason: 'Repair',
      },
    ]),
  );
});

test('a device that is not used any more is set aside', async () => {
  const person = userEvent.setup();
  await open();
  await person.click(await screen.findByRole('button', { name: 'Edit Laser' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Laser' });
  await person.click(within(dialog).getByRole('checkbox', { name: 'Can be booked' }));
  await person.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { what: 'resource', match: '2', body: { name: 'Laser', kind: 'Device', is_active: false } },
    ]),
  );
});

test('who may not plan changes their own hours alone', async () => {
  as({ ...sessionWith('appointment.list'), limited_permissions: ['schedule.hours.write'] });
  await open();
  await table('Hours of each member');
  expect(await screen.findAllByRole('button', { name: /^Edit|^Add|^Remove|^Block/ })).toHaveLength(
    1,
  );
  schedule.hours.push(span(own, 3));
});

test('failures are shown, and a role without the appointments sees none of it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(
    http.get('*/api/schedule', () =>
      HttpResponse.json({ error: 'No.', code: 'forbidden' }, { status: 403 }),
    ),
  );
  const { unmount } = await open();
  expect(await screen.findByText('The schedule could not be loaded.')).toBeVisible();
  expect(log).toHaveBeenCalledWith('The schedule could not be loaded.');
  unmount();
  as(sessionWith());
  await open();
  expect(await screen.findByText('Your role does not open the schedule.')).toBeVisible();
});

test('on a tablet held upright the ends of a blocked time share a column', async () => {
  screenOfWidth(820);
  await open();
  const blocked = within(await table('Blocked times ahead'));
  await waitFor(() =>
    expect(blocked.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Reason',
      'Whose time',
      'From, to',
      'Actions',
    ]),
  );
});
