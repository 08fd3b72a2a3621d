import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';

import type { BookedOnline, BookingHold, BookingOffer } from '@/api/generated';
import { BookingSite } from '@/features/portal/booking/BookingSite';
import { server } from '@/testing/server';

const offer: BookingOffer = {
  clinic_name: 'Linden Aesthetics',
  clinic_address: '214 W 18th Street, New York, NY 10011',
  clinic_phone: '+12125550100',
  time_zone: 'America/New_York',
  mode: 'requested',
  horizon_days: 60,
  services: [
    {
      name: 'Botox',
      category: 'Injectables',
      minutes: 30,
      providers: [
        { id: 7, name: 'Robin Provider' },
        { id: 8, name: 'Dana Director' },
      ],
    },
    { name: 'Consultation', category: null, minutes: 20, providers: [] },
  ],
  policy: { version: 3, body: 'Please cancel a day ahead.' },
};
const hold: BookingHold = {
  token: 'held',
  service: 'Botox',
  starts_at: '2026-12-01T14:30:00Z',
  ends_at: '2026-12-01T15:00:00Z',
  provider_name: 'Robin Provider',
  expires_at: '2026-11-25T15:10:00Z',
};
const booked: BookedOnline = {
  mode: 'requested',
  clinic_name: 'Linden Aesthetics',
  service: 'Botox',
  starts_at: hold.starts_at,
  date: 'Tuesday, December 1, 2026',
  time: '9:30 AM EST',
  provider_name: 'Robin Provider',
  visit_path: '/portal/visit/secret',
  file_path: '/api/visit/secret/file',
};

let sent: { path: string; body: unknown }[];
let requested: string[];

beforeEach(() => {
  sent = [];
  requested = [];
  const note = async (request: Request) =>
    sent.push({ path: new URL(request.url).pathname, body: await request.json() });
  server.use(
    http.get('*/api/book', () => HttpResponse.json(offer)),
    http.get('*/api/book/slots', ({ request }) => {
      requested.push(new URL(request.url).search);
      const isLater = request.url.includes('from=');
      return HttpResponse.json({
        times: isLater
          ? ['2026-12-08T19:00:00Z']
          : ['2026-12-01T14:30:00Z', '2026-12-01T14:45:00Z', '2026-12-02T02:00:00Z'],
        next_from: isLater ? null : '2026-12-08T05:00:00Z',
      });
    }),
    http.post('*/api/book/holds', async ({ request }) => {
      await note(request);
      return HttpResponse.json(hold, { status: 201 });
    }),
    http.post('*/api/book/holds/held/code', async ({ request }) => {
      await note(request);
      return HttpResponse.json({
        channel: 'email',
        code_expires_at: hold.expires_at,
        expires_at: hold.expires_at,
      });
    }),
    http.post('*/api/book/holds/held/confirm', async ({ request }) => {
      await note(request);
      return HttpResponse.json(booked);
    }),
  );
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));

async function toDetails() {
  render(<BookingSite />);
  await press(/^Botox/);
  await press('9:30 AM, Tuesday, December 1');
  await screen.findByRole('heading', { name: 'Your details' });
}

async function toCode() {
  await toDetails();
  await userEvent.type(screen.getByLabelText('First name'), 'Ida');
  await userEvent.type(screen.getByLabelText('Last name'), 'Berg');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'ida@example.com');
  await userEvent.click(screen.getByLabelText('I accept the booking policy'));
  await press('Send me the code');
  await screen.findByRole('heading', { name: 'Enter the code' });
}

test('the page says where the clinic is and whom to call', async () => {
  render(<BookingSite />);
  expect(await screen.findByText('214 W 18th Street, New York, NY 10011')).toBeVisible();
  const call = screen.getByRole('link', { name: '(212) 555-0100' });
  expect(call).toHaveAttribute('href', 'tel:+12125550100');
});

const refusing = (path: string, status: number, body: object) =>
  server.use(
    http.post(`*/api/book/holds${path}`, () => HttpResponse.json(body, { status }), { once: true }),
  );

test('a visit is asked for in a few steps, and what is sent is what was chosen', async () => {
  await toCode();
  expect(screen.getByRole('heading', { name: 'Enter the code' })).toHaveFocus();
  await userEvent.type(screen.getByLabelText('Code'), '123 456');
  await press('Ask for the appointment');
  expect(await screen.findByRole('heading', { name: 'Your request is sent' })).toBeVisible();
  expect(screen.getByText('Tuesday, December 1, 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add to my calendar' })).toHaveAttribute(
    'href',
    '/api/visit/secret/file',
  );
  expect(screen.getByRole('link', { name: 'See or cancel the appointment' })).toHaveAttribute(
    'href',
    '/portal/visit/secret',
  );
  expect(sent).toEqual([
    { path: '/api/book/holds', body: { service: 'Botox', starts_at: '2026-12-01T14:30:00Z' } },
    { path: '/api/book/holds/held/code', body: { email: 'ida@example.com' } },
    {
      path: '/api/book/holds/held/confirm',
      body: { first_name: 'Ida', last_name: 'Berg', code: '123 456', policy_version: 3 },
    },
  ]);
});

test('times are by day on the clinic’s clock, for anybody or one provider, and later ones follow', async () => {
  render(<BookingSite />);
  await press(/^Botox/);
  const day = within(await screen.findByRole('list', { name: 'Tuesday, December 1' }));
  expect(day.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '9:30 AM',
    '9:45 AM',
    '9:00 PM',
  ]);
  await press('Show later times');
  expect(await screen.findByRole('button', { name: '2:00 PM, Tuesday, December 8' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show later times' })).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('With'), 'Dana Director');
  await waitFor(() => expect(requested.at(-1)).toBe('?service=Botox&provider_id=8'));
  await press('9:45 AM, Tuesday, December 1');
  expect(sent[0]?.body).toEqual({
    service: 'Botox',
    starts_at: '2026-12-01T14:45:00Z',
    provider_id: 8,
  });
});

test('after many times the further days are folded, with how many there are', async () => {
  const first = Array.from({ length: 20 }, (_, index) =>
    new Date(Date.UTC(2026, 11, 1, 14, 15 * index)).toISOString(),
  );
  server.use(
    http.get('*/api/book/slots', () =>
      HttpResponse.json({ times: [...first, '2026-12-02T14:30:00Z'], next_from: null }),
    ),
  );
  render(<BookingSite />);
  await press(/^Botox/);
  expect(await screen.findByText(/^ ?20 times$/)).toBeVisible();
  const folded = screen.getByText('9:30 AM', {
    selector: '[aria-label="9:30 AM, Wednesday, December 2"]',
  });
  expect(folded).not.toBeVisible();
  await userEvent.click(screen.getByRole('heading', { name: 'Wednesday, December 2' }));
  expect(folded).toBeVisible();
});

test('what is missing is named at its field, and nothing is sent', async () => {
  await toDetails();
  await press('Send me the code');
  for (const problem of [
    'First name is required',
    'Last name is required',
    'E-mail address is required',
    'Please accept the booking policy',
  ])
    expect(screen.getByText(problem)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('First name')).toHaveFocus());
  await userEvent.click(screen.getByLabelText('By text message'));
  expect(screen.getByText('Mobile number is required')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a refused address and too many codes are reported, and what was typed stays', async () => {
  refusing('/held/code', 422, {
    error: 'Some entries need another look.',
    code: 'invalid',
    fields: { email: 'must be an e-mail address' },
  });
  await toDetails();
  await userEvent.type(screen.getByLabelText('First name'), 'Ida');
  await userEvent.type(screen.getByLabelText('Last name'), 'Berg');
  await userEvent.type(screen.getByLabelText('E-mail address'), 'ida@');
  await userEvent.click(screen.getByLabelText('I accept the booking policy'));
  await press('Send me the code');
  expect(await screen.findByText('This must be an e-mail address')).toBeVisible();
  refusing('/held/code', 429, {
    error: 'Too many requests. Please wait a moment.',
    code: 'too_many_requests',
  });
  await press('Send me the code');
  expect(await screen.findByText('Too many requests. Please wait a moment.')).toBeVisible();
  expect(screen.getByLabelText('First name')).toHaveValue('Ida');
});

test('a code that does not arrive can be sent by the other channel for the same time, and the rest stays as it was typed', async () => {
  await toCode();
  expect(screen.getByText(/^No code after a minute\? Look among unwanted mail/)).toBeVisible();
  await press('Get the code by text message');
  expect(await screen.findByRole('heading', { name: 'Your details' })).toHaveFocus();
  expect(screen.getByLabelText('First name')).toHaveValue('Ida');
  expect(screen.getByLabelText('I accept the booking policy')).toBeChecked();
  await userEvent.type(screen.getByLabelText('Mobile number'), '(555) 010-7777');
  await press('Send me the code');
  expect(
    await screen.findByText(/Numbers that have answered STOP get no texts from us/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Get the code by e-mail' })).toBeVisible();
  expect(sent.at(-1)).toEqual({
    path: '/api/book/holds/held/code',
    body: { phone: '(555) 010-7777' },
  });
});

test('a wrong code can be typed again, and another one is sent', async () => {
  await toCode();
  await press('Ask for the appointment');
  expect(screen.getByText('The code has six digits.')).toBeVisible();
  refusing('/held/confirm', 422, {
    error: 'Some entries need another look.',
    code: 'invalid',
    fields: { code: 'is not right. Please look at it again' },
  });
  await userEvent.type(screen.getByLabelText('Code'), '000000');
  await press('Ask for the appointment');
  expect(await screen.findByText('This code is not right. Please look at it again.')).toBeVisible();
  await press('Send another code');
  expect(await screen.findByText(/^Another code is on its way\./)).toBeVisible();
});

test('a time that is taken meanwhile leads back to the times, and the same code books another one', async () => {
  await toCode();
  refusing('/held/confirm', 409, {
    error: 'This time has just been taken. Please choose another one.',
    code: 'slot_taken',
  });
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await press('Ask for the appointment');
  expect(
    await screen.findByText('This time has just been taken. Please choose another one.'),
  ).toBeVisible();
  await press('9:45 AM, Tuesday, December 1');
  expect(await screen.findByRole('heading', { name: 'Enter the code' })).toBeVisible();
  expect(sent.at(-1)?.body).toEqual({
    service: 'Botox',
    starts_at: '2026-12-01T14:45:00Z',
    replaces: 'held',
  });
});

test('a time that was held too long is chosen anew', async () => {
  await toCode();
  refusing('/held/confirm', 409, {
    error: 'This time is not held for you any more. Please choose a time again.',
    code: 'hold_expired',
  });
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await press('Ask for the appointment');
  expect(await screen.findByText(/^This time is not held for you any more\./)).toBeVisible();
  await press('9:45 AM, Tuesday, December 1');
  expect(await screen.findByLabelText('First name')).toHaveValue('Ida');
  expect(sent.at(-1)?.body).toEqual({ service: 'Botox', starts_at: '2026-12-01T14:45:00Z' });
});

test('a time that somebody else has taken stays on the step of the times', async () => {
  refusing('', 409, {
    error: 'This time has just been taken. Please choose another one.',
    code: 'slot_taken',
  });
  render(<BookingSite />);
  await press(/^Botox/);
  await press('9:30 AM, Tuesday, December 1');
  expect(
    await screen.findByText('This time has just been taken. Please choose another one.'),
  ).toBeVisible();
  await waitFor(() => expect(requested).toHaveLength(2));
});

test('a clinic without online booking says so, and a lost connection can be tried again', async () => {
  server.use(
    http.get(
      '*/api/book',
      () => HttpResponse.json({ error: 'Not found.', code: 'not_found' }, { status: 404 }),
      { once: true },
    ),
  );
  const { unmount } = render(<BookingSite />);
  expect(
    await screen.findByText(
      'Nothing can be booked online at the moment. Please contact the clinic.',
    ),
  ).toBeVisible();
  unmount();
  server.use(http.get('*/api/book', () => HttpResponse.error(), { once: true }));
  render(<BookingSite />);
  await press('Try again');
  expect(await screen.findByRole('button', { name: /^Botox/ })).toBeVisible();
});

test('times that cannot be loaded are fetched again', async () => {
  server.use(http.get('*/api/book/slots', () => HttpResponse.error(), { once: true }));
  render(<BookingSite />);
  await press(/^Consultation/);
  expect(await screen.findByText('The free times could not be loaded.')).toBeVisible();
  await press('Try again');
  expect(await screen.findByRole('list', { name: 'Tuesday, December 1' })).toBeVisible();
});
