import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { AnswerVisit, PortalVisit } from '@/api/generated';
import { PortalSite } from '@/features/portal/PortalSite';
import { server } from '@/testing/server';

const booked: PortalVisit = {
  clinic_name: 'Linden Aesthetics',
  first_name: 'Amelia',
  date: 'Tuesday, December 1, 2026',
  time: '9:30 AM EST',
  starts_at: '2026-12-01T14:30:00Z',
  time_zone: 'America/New_York',
  status: 'Booked',
  move_asked: false,
  may_move: false,
  requested: false,
  version: 1,
  provider: 'Noah Kim',
  clinic_address: '214 W 18th Street, New York, NY 10011',
  clinic_phone: '+12125550100',
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
      visit = {
        ...visit,
        ...(body.answer === 'confirm'
          ? { status: 'Confirmed' }
          : body.answer === 'cancel'
            ? { status: 'Cancelled' }
            : { move_asked: true }),
      };
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
  expect(
    await screen.findByText('Your appointment at Linden Aesthetics is confirmed. Thank you.'),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm the appointment' })).not.toBeInTheDocument();
  expect(sent).toEqual([{ answer: 'confirm' }]);
});

test('a request says that it waits for an answer, and can be cancelled alone', async () => {
  visit = { ...booked, requested: true };
  open();
  expect(
    await screen.findByText(/^You have asked Linden Aesthetics for this appointment\./),
  ).toBeVisible();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Cancel the appointment',
  ]);
  expect(screen.getByRole('link', { name: 'Add to my calendar' })).toHaveAttribute(
    'href',
    '/api/visit/secret/file',
  );
});

test('it says with whom, where, and whom to call', async () => {
  open();
  expect(await screen.findByText('Noah Kim')).toBeVisible();
  expect(screen.getByText('214 W 18th Street, New York, NY 10011')).toBeVisible();
  expect(screen.getByRole('link', { name: '(212) 555-0100' })).toHaveAttribute(
    'href',
    'tel:+12125550100',
  );
});

test('of what the clinic has not entered nothing is said', async () => {
  visit = { ...booked, provider: null, clinic_address: null, clinic_phone: null };
  open();
  expect(await screen.findByText('9:30 AM EST')).toBeVisible();
  for (const name of ['With', 'Where', 'Phone'])
    expect(screen.queryByText(name)).not.toBeInTheDocument();
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
  expect(screen.getByRole('link', { name: 'Take it out of my calendar' })).toHaveAttribute(
    'href',
    '/api/visit/secret/file',
  );
});

test('an answer about a time that the clinic has changed meanwhile is not given: the new one is shown first', async () => {
  const versions: (string | null)[] = [];
  server.use(
    http.post('*/api/visit/secret', ({ request }) => {
      versions.push(request.headers.get('If-Match'));
      visit = { ...booked, date: 'Friday, December 4, 2026', version: 2 };
      return HttpResponse.json({ error: 'Changed meanwhile.', code: 'stale' }, { status: 412 });
    }),
  );
  open();
  await press('Confirm the appointment');
  expect(await screen.findByText('Friday, December 4, 2026')).toBeVisible();
  expect(screen.getByText(/^The clinic has changed this appointment meanwhile\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Confirm the appointment' })).toBeVisible();
  await press('Confirm the appointment');
  expect(versions).toEqual(['1', '2']);
});

test('what cannot be sent is shown with its reason, and what was typed stays', async () => {
  server.use(
    http.post('*/api/visit/secret', () =>
      HttpResponse.json({ error: 'This visit has begun.', code: 'too_late' }, { status: 409 }),
    ),
  );
  open();
  await press('Ask for another time');
  await userEvent.type(screen.getByRole('textbox'), 'Any Monday');
  await press('Ask for another time');
  expect(await screen.findByText('This visit has begun.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('Any Monday');
});

test('a link that is not valid says nothing else, and a lost connection can be tried again', async () => {
  server.use(
    http.get(
      '*/api/visit/secret',
      () => HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 }),
      { once: true },
    ),
  );
  const { unmount } = open();
  expect(
    await screen.findByText(
      'This appointment link is invalid or has expired. Please contact the clinic.',
    ),
  ).toBeVisible();
  unmount();
  server.use(http.get('*/api/visit/secret', () => HttpResponse.error(), { once: true }));
  open();
  await press('Try again');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Hello Amelia' })).toBeVisible());
});

/** The clinic lets patients move their visits; `answer` is what it says to a move. */
function movable(answer: (body: unknown) => Response) {
  visit = { ...booked, may_move: true };
  const moves: { version: string | null; body: unknown }[] = [];
  server.use(
    http.get('*/api/visit/secret/times', () =>
      HttpResponse.json({
        times: ['2026-12-03T14:30:00Z', '2026-12-03T14:45:00Z'],
        next_from: null,
      }),
    ),
    http.post('*/api/visit/secret/move', async ({ request }) => {
      const body: unknown = await request.json();
      moves.push({ version: request.headers.get('if-match'), body });
      return answer(body);
    }),
  );
  return moves;
}

test('where the clinic allows it, a free time is chosen, confirmed, and the visit is moved', async () => {
  const moves = movable(() =>
    HttpResponse.json({
      ...booked,
      may_move: true,
      date: 'Thursday, December 3, 2026',
      starts_at: '2026-12-03T14:45:00Z',
      time: '9:45 AM EST',
      version: 2,
    }),
  );
  open();
  await press('Choose another time');
  expect(screen.queryByRole('button', { name: 'Ask for another time' })).not.toBeInTheDocument();
  const day = within(await screen.findByRole('list', { name: 'Thursday, December 3' }));
  expect(day.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '9:30 AM',
    '9:45 AM',
  ]);
  await press('9:45 AM, Thursday, December 3');
  expect(screen.getByRole('heading', { name: 'Move the appointment?' })).toHaveFocus();
  expect(
    screen.getByText(
      'From Tuesday, December 1, 2026, 9:30 AM EST, to Thursday, December 3, 9:45 AM EST.',
    ),
  ).toBeVisible();
  expect(moves).toEqual([]);
  await press('Move the appointment');
  expect(await screen.findByText('Thursday, December 3, 2026')).toBeVisible();
  expect(moves).toEqual([{ version: '1', body: { starts_at: '2026-12-03T14:45:00Z' } }]);
});

test('a moved visit says when it is now, where a screen reader continues, until it is answered', async () => {
  movable(() => {
    visit = { ...visit, date: 'Thursday, December 3, 2026', version: visit.version + 1 };
    return HttpResponse.json(visit);
  });
  open();
  for (const time of ['9:45 AM', '9:30 AM']) {
    await press('Choose another time');
    await press(`${time}, Thursday, December 3`);
    await press('Move the appointment');
    const said = await screen.findByText(
      'Your appointment is moved to Thursday, December 3, 2026, 9:30 AM EST.',
    );
    expect(said).toHaveFocus();
    expect(screen.getAllByRole('status')).toContainEqual(said.parentElement);
  }
  visit = { ...visit, version: visit.version + 1 };
  await press('Confirm the appointment');
  expect(await screen.findByText(/is confirmed\. Thank you\.$/)).toBeVisible();
  expect(screen.queryByText(/is moved to/)).not.toBeInTheDocument();
});

/** The clinic has changed the visit since the patient opened it, so that the request is refused. */
function changedMeanwhile() {
  visit = { ...visit, date: 'Friday, December 4, 2026', version: 2 };
  return HttpResponse.json({ error: 'Changed.', code: 'stale' }, { status: 412 });
}

test('what was typed stays under the new time when the clinic has changed the visit meanwhile, and can be sent again', async () => {
  server.use(http.post('*/api/visit/secret', changedMeanwhile, { once: true }));
  open();
  await press('Ask for another time');
  await userEvent.type(screen.getByRole('textbox'), 'Thursdays after four');
  await press('Ask for another time');
  expect(await screen.findByText('Friday, December 4, 2026')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(
    /^Your answer was not sent\. Please try again\.The clinic has changed this appointment meanwhile\./,
  );
  expect(screen.getByRole('textbox')).toHaveValue('Thursdays after four');
  await press('Ask for another time');
  expect(await screen.findByText(/^You asked for another time\./)).toBeVisible();
  expect(sent).toEqual([{ answer: 'reschedule', note: 'Thursdays after four' }]);
});

test('a move of a visit that the clinic has changed meanwhile is told as a move', async () => {
  movable(changedMeanwhile);
  open();
  await press('Choose another time');
  await press('9:45 AM, Thursday, December 3');
  await press('Move the appointment');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Your appointment was not moved\.The clinic has changed this appointment meanwhile\. This is how it is now\.$/,
  );
  expect(screen.getByText('Friday, December 4, 2026')).toBeVisible();
});

test('a time that was taken meanwhile is said, and another one can be chosen', async () => {
  movable(() =>
    HttpResponse.json(
      { error: 'This time cannot be taken any more.', code: 'slot_taken' },
      { status: 409 },
    ),
  );
  open();
  await press('Choose another time');
  await press('9:45 AM, Thursday, December 3');
  await press('Move the appointment');
  expect(await screen.findByText('This time cannot be taken any more.')).toBeVisible();
  expect(
    await screen.findByRole('button', { name: '9:30 AM, Thursday, December 3' }),
  ).toBeVisible();
  await press('None of these: ask the clinic');
  expect(screen.getByRole('form', { name: 'Ask for another time' })).toBeVisible();
});

test('what the clinic has changed meanwhile is looked at again before it is answered', async () => {
  server.use(
    http.post('*/api/visit/secret', ({ request }) => {
      visit = { ...booked, date: 'Friday, December 4, 2026', version: 2 };
      return request.headers.get('if-match') === '1'
        ? HttpResponse.json({ error: 'Changed.', code: 'stale' }, { status: 412 })
        : HttpResponse.json({ ...visit, status: 'Confirmed' });
    }),
  );
  open();
  await press('Confirm the appointment');
  expect(await screen.findByText('Friday, December 4, 2026')).toBeVisible();
  expect(
    screen.getByText('The clinic has changed this appointment meanwhile. This is how it is now.'),
  ).toBeVisible();
  await press('Confirm the appointment');
  expect(await screen.findByText(/is confirmed\. Thank you\.$/)).toBeVisible();
});
