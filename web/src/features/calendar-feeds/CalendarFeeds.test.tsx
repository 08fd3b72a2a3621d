import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { CalendarFeed } from '@/api/generated';
import { CalendarFeedDialog } from '@/features/calendar-feeds/CalendarFeedDialog';
import { CalendarFeeds } from '@/features/calendar-feeds/CalendarFeeds';
import { sessionWith } from '@/testing/plans';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const none: CalendarFeed = { made_at: null, last_read_at: null };
const made: CalendarFeed = { made_at: '2026-11-25T15:00:00Z', last_read_at: null };
const shown = {
  shows_name: false,
  shows_service: false,
  version: 0,
  updated_at: null,
  updated_by: null,
};

let kept: CalendarFeed;
let sent: unknown[];

beforeEach(() => {
  kept = none;
  sent = [];
  server.use(
    http.get('*/api/auth/session', () => HttpResponse.json(sessionWith('clinic.settings.write'))),
    http.get('*/api/calendar-feed', () => HttpResponse.json(kept)),
    http.post('*/api/calendar-feed', () => {
      kept = made;
      return HttpResponse.json(
        { url: 'https://linden.example/api/calendar/secret/file', feed: made },
        { status: 201 },
      );
    }),
    http.delete('*/api/calendar-feed', () => {
      kept = none;
      return new HttpResponse(null, { status: 204 });
    }),
    http.get('*/api/calendar-feeds', () =>
      HttpResponse.json([
        { member_id: 7, name: 'Robin Provider', made_at: made.made_at, last_read_at: null },
      ]),
    ),
    http.get('*/api/calendar-feeds/settings', () => HttpResponse.json(shown)),
    http.put('*/api/calendar-feeds/settings', async ({ request }) => {
      sent.push([request.headers.get('if-match'), await request.json()]);
      return HttpResponse.json({ ...shown, shows_name: true, version: 1 });
    }),
    http.delete('*/api/calendar-feeds/:id', ({ params }) => {
      sent.push(params['id']);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a link is made and shown once, and revoked', async () => {
  renderScreen({ path: '/', element: <CalendarFeedDialog onClose={() => {}} /> });
  expect(await screen.findByText('You have no link.')).toBeVisible();
  await press('Make a link');
  expect(await screen.findByLabelText('Link')).toHaveValue(
    'https://linden.example/api/calendar/secret/file',
  );
  expect(screen.getByText('The link is made. It is shown only now.')).toBeVisible();
  expect(await screen.findByText(/^Made Nov 25, 2026, 10:00/)).toBeVisible();
  await press('Revoke the link');
  expect(await screen.findByText(/^The link is revoked\./)).toBeVisible();
  expect(screen.queryByLabelText('Link')).not.toBeInTheDocument();
  expect(await screen.findByText('You have no link.')).toBeVisible();
});

test('a link that cannot be made says why, and one that cannot be loaded is fetched again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get('*/api/calendar-feed', () => HttpResponse.error(), { once: true }),
    http.post('*/api/calendar-feed', () =>
      HttpResponse.json({ error: 'The service is busy.', code: 'unavailable' }, { status: 503 }),
    ),
  );
  renderScreen({ path: '/', element: <CalendarFeedDialog onClose={() => {}} /> });
  expect(await screen.findByText('Your calendar link could not be loaded.')).toBeVisible();
  await press('Try again');
  await press('Make a link');
  expect(await screen.findByText('The service is busy.')).toBeVisible();
});

test('a manager allows full names, and revokes a member’s link after being asked', async () => {
  renderScreen({ path: '/', element: <CalendarFeeds /> });
  const names = await screen.findByRole('switch', { name: 'Calendars show full names' });
  expect(names).not.toBeChecked();
  await userEvent.click(names);
  await waitFor(() => expect(sent).toEqual([['0', { shows_name: true, shows_service: false }]]));
  const table = within(await screen.findByRole('table', { name: 'Members with a calendar link' }));
  await userEvent.click(
    table.getByRole('button', { name: 'Revoke the calendar link of Robin Provider' }),
  );
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Revoke the calendar link of Robin Provider?' }),
  );
  await userEvent.click(question.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(sent.at(-1)).toBe('7'));
});

test('nobody with a link says so, and a failure can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(http.get('*/api/calendar-feeds', () => HttpResponse.error(), { once: true }));
  renderScreen({ path: '/', element: <CalendarFeeds /> });
  expect(
    await screen.findByText('The members with a calendar link could not be loaded.'),
  ).toBeVisible();
  server.use(http.get('*/api/calendar-feeds', () => HttpResponse.json([])));
  await press('Try again');
  expect(await screen.findByText('Nobody has a calendar link')).toBeVisible();
});
