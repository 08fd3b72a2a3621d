import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type FollowUp, type Recall } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { DueFollowUps } from '@/features/follow-ups';
import { Component as AfterVisitsPage } from '@/features/follow-ups/AfterVisitsPage';
import { followUp } from '@/features/follow-ups/testing';
import { dueRecall } from '@/features/messages/testing';
import { generatedApi } from '@/testing/generatedApi';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { server } from '@/testing/server';

let open: FollowUp[];
let done: FollowUp[];
let recalls: Recall[];
let sent: unknown[];

const everything: Permission[] = [
  'follow_up.list',
  'follow_up.update',
  'message.read',
  'appointment.create',
  'appointment.update',
];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] });
  [open, done, recalls, sent] = [[followUp], [], [dueRecall], []];
  as(...everything);
  server.use(
    http.get('*/api/follow-ups', ({ request }) =>
      HttpResponse.json(new URL(request.url).searchParams.get('done') === 'true' ? done : open),
    ),
    http.get('*/api/messages/recalls', () => HttpResponse.json(recalls)),
    http.patch('*/api/follow-ups/61', async ({ request }) => {
      const change = (await request.json()) as { done?: boolean; note?: string | null };
      sent.push({ match: request.headers.get('if-match'), ...change });
      const isDone = change.done ?? false;
      const row = {
        ...followUp,
        note: change.note ?? null,
        version: sent.length + 1,
        done_at: isDone ? '2026-11-20T15:00:00Z' : null,
        done_by: isDone ? 'Elena Moreau' : null,
      };
      [open, done] = isDone ? [[], [row]] : [[row], []];
      return HttpResponse.json(row);
    }),
    http.put('*/api/messages/recalls/31/skip', () => {
      sent.push('skip');
      recalls = [];
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete('*/api/messages/recalls/31/skip', () => {
      sent.push('unskip');
      recalls = [dueRecall];
      return new HttpResponse(null, { status: 204 });
    }),
  );
});
afterEach(() => void vi.useRealTimers());

function as(...permissions: Permission[]) {
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ ...sessionWith(), permissions })),
  );
}

const page = () => renderScreen({ path: '/', element: <AfterVisitsPage /> });

test('a follow-up is ticked off and reopened', async () => {
  const person = userEvent.setup();
  page();
  const table = within(await screen.findByRole('table', { name: 'Follow-ups to do' }));
  expect(table.getByRole('link', { name: 'Amelia Hart' })).toHaveAttribute('href', '/patients/101');
  expect(
    table.getByRole('row', {
      name: /^Amelia Hart Botox Nov 6, 2026 Nov 20, 2026 \(212\) 555-0101 —/,
    }),
  ).toBeVisible();
  await person.click(await screen.findByRole('button', { name: 'Done: Amelia Hart' }));
  expect(await screen.findByText('Nothing to follow up')).toBeVisible();
  await person.click(screen.getByRole('switch', { name: 'Show done' }));
  expect(
    await screen.findByRole('row', { name: /Nov 20, 2026, 10:00 AM by Elena Moreau/ }),
  ).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Open again: Amelia Hart' }));
  expect(await screen.findByText('No follow-up was done lately')).toBeVisible();
  expect(sent).toEqual([
    { match: '1', done: true },
    { match: '2', done: false },
  ]);
});

test('how it went is noted', async () => {
  const person = userEvent.setup();
  page();
  await person.click(await screen.findByRole('button', { name: 'Note about Amelia Hart' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Follow-up with Amelia Hart' }));
  await person.type(dialog.getByLabelText('How it went'), 'Feels well');
  await person.click(dialog.getByRole('checkbox', { name: 'The follow-up is done' }));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ match: '1', note: 'Feels well', done: true }]));
  expect(await screen.findByText('Nothing to follow up')).toBeVisible();
});

test('who is due can be booked, or is not called back this time', async () => {
  const person = userEvent.setup();
  recalls = [
    dueRecall,
    {
      ...dueRecall,
      appointment_id: 32,
      first_name: 'Rosa',
      message_status: 'Dropped',
      message_reason: 'not_wanted',
    },
  ];
  page();
  const table = within(await screen.findByRole('table', { name: 'Clients who are due' }));
  expect(
    table.getByRole('row', {
      name: /^Amelia Hart Botox Nov 12, 2026 Aug 20, 2026 \(212\) 555-0101 Sent/,
    }),
  ).toBeVisible();
  expect(table.getByText('Dropped: the patient does not want it')).toBeVisible();
  expect(await table.findByRole('link', { name: 'Book: Amelia Hart, Botox' })).toHaveAttribute(
    'href',
    '/appointments?patient=101',
  );
  await person.click(table.getByRole('button', { name: 'Not this time: Amelia Hart, Botox' }));
  expect(await screen.findByText('Nobody is due')).toBeVisible();
  expect(sent).toEqual(['skip']);
});

test('a role that may only read has no buttons, and one that may not sees none of it', async () => {
  as('follow_up.list', 'message.read');
  const { unmount } = page();
  await screen.findByRole('table', { name: 'Follow-ups to do' });
  await screen.findByRole('table', { name: 'Clients who are due' });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  unmount();
  as();
  page();
  expect(await screen.findByText('Your role does not open what follows visits.')).toBeVisible();
});

test('failures are shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = () => HttpResponse.json({ error: 'No.', code: 'internal' }, { status: 500 });
  server.use(http.get('*/api/follow-ups', broken), http.get('*/api/messages/recalls', broken));
  page();
  expect(await screen.findByText('The follow-ups could not be loaded.')).toBeVisible();
  expect(await screen.findByText('The clients who are due could not be loaded.')).toBeVisible();
});

test('the first page shows what is due today and was before, and nothing where nothing is', async () => {
  open = [
    { ...followUp, id: 60, first_name: 'Rosa', due_on: '2026-11-18' },
    followUp,
    { ...followUp, id: 62, first_name: 'Later', due_on: '2026-11-21' },
  ];
  const { unmount } = renderScreen({
    path: '/',
    element: <DueFollowUps timeZone="America/New_York" />,
  });
  const list = within(await screen.findByRole('list', { name: 'Follow-ups due today' }));
  await list.findByRole('button', { name: 'Done: Rosa Hart' });
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Rosa HartBotox, Nov 6, 2026 · (212) 555-0101 · due Nov 18, 2026Done',
    'Amelia HartBotox, Nov 6, 2026 · (212) 555-0101Done',
  ]);
  unmount();
  open = [];
  const { store } = renderScreen({
    path: '/',
    element: <DueFollowUps timeZone="America/New_York" />,
  });
  await waitFor(() =>
    expect(generatedApi.endpoints.listFollowUps.select(false)(store.getState()).data).toEqual([]),
  );
  expect(screen.queryByText('To follow up')).not.toBeInTheDocument();
});

test('on a tablet held upright facts of a follow-up share columns', async () => {
  screenOfWidth(820);
  page();
  const table = within(await screen.findByRole('table', { name: 'Follow-ups to do' }));
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Client, phone',
      'Service, how it went',
      'Visit, due',
      'Actions',
    ]),
  );
});

test('on a tablet held upright facts of who is due share columns', async () => {
  screenOfWidth(820);
  page();
  const table = within(await screen.findByRole('table', { name: 'Clients who are due' }));
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Client, phone',
      'Service, reminder',
      'Due since, last visit',
      'Actions',
    ]),
  );
});
