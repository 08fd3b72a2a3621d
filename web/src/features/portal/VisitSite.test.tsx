import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { AnswerVisit, PortalVisit } from '@/api/generated';
import { PortalSite } from '@/features/portal/PortalSite';
import { server } from '@/testing/server';

const booked: PortalVisit = {
  clinic_name: 'Linden Aesthetics', first_name: 'Amelia', date: 'Tuesday, December 1, 2026', time: '9:30 AM EST', starts_at: '2026-12-01T14:30:00Z', time_zone: 'America/New_York', status: 'Booked', move_asked: false, requested: false, version: 1,
};

let sent: AnswerVisit[];
let visit: PortalVisit;

beforeEach(() => {
  sent = [];
  visit = booked;
  server.use(
    http.get('*/api/visit/secret', () => HttpResponse.json(visit)),
    http.post('*/api/visit/secret', async ({ request }) => {
      const body = (await request.json()) as AnswerVisit;
      sent.push(body);
      visit = { ...visit, ...(body.answer === 'confirm' ? { status: 'Confirmed' } : body.answer === 'cancel' ? { status: 'Cancelled' } : { move_asked: true }) };
      return HttpResponse.json(visit);
    }),
  );
});

const open = (path = '/portal/visit/secret') => render(<PortalSite path={path} />);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('a message’s link shows when the visit is, and one press confirms it', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Hello Amelia' })).toBeVisible();
  expect(screen.getByText('Tuesday, December 1, 2026')).toBeVisible();
  expect(screen.getByText('9:30 AM EST')).toBeVisible();
  expect(sent).toEqual([]);
  await press('Confirm the appointment');
  expect(await screen.findByText('Your appointment at Linden Aesthetics is confirmed. Thank you.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm the appointment' })).not.toBeInTheDocument();
  expect(sent).toEqual([{ answer: 'confirm' }]);
});

test('a request says that it waits for an answer, and can be cancelled alone', async () => {
  visit = { ...booked, requested: true };
  open();
  expect(await screen.findByText(/^You have asked Linden Aesthetics for this appointment\./)).toBeVisible();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel the appointment']);
  expect(screen.getByRole('link', { name: 'Add to my calendar' })).toHaveAttribute('href', '/api/visit/secret/file');
});

test('another time is asked for with a few words, and the visit stays', async () => {
  open();
  await press('Ask for another time');
  await userEvent.type(screen.getByRole('textbox'), ' Thursdays after four ');
  await press('Ask for another time');
  expect(await screen.findByText(/^You asked for another time\./)).toBeVisible();
  expect(sent).toEqual([{ answer: 'reschedule', note: 'Thursdays after four' }]);
  expect(screen.queryByRole('button', { name: 'Ask for another time' })).not.toBeInTheDocument();
});

test('it is cancelled after a second look only', async () => {
  open();
  await press('Cancel the appointment');
  expect(sent).toEqual([]);
  await press('Back');
  await press('Cancel the appointment');
  await press('Cancel the appointment');
  expect(await screen.findByText(/is cancelled\. To book another one/)).toBeVisible();
  expect(sent).toEqual([{ answer: 'cancel' }]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('what cannot be sent is shown with its reason, and what was typed stays', async () => {
  server.use(http.post('*/api/visit/secret', () => HttpResponse.json({ error: 'This visit has begun.', code: 'too_late' }, { status: 409 })));
  open();
  await press('Ask for another time');
  await userEvent.type(screen.getByRole('textbox'), 'Any Monday');
  await press('Ask for another time');
  expect(await screen.findByText('This visit has begun.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('Any Monday');
});

test('a link that is not valid says nothing else, and a lost connection can be tried again', async () => {
  server.use(http.get('*/api/visit/secret', () => HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 }), { once: true }));
  const { unmount } = open();
  expect(await screen.findByText('This appointment link is invalid or has expired. Please contact the clinic.')).toBeVisible();
  unmount();
  server.use(http.get('*/api/visit/secret', () => HttpResponse.error(), { once: true }));
  open();
  await press('Try again');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Hello Amelia' })).toBeVisible());
});
