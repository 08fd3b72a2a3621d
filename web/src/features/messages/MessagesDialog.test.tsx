import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import { type ContactPreferences, type PatientMessage } from '@/api/generated';
import { MessagesDialog } from '@/features/messages/MessagesDialog';
import { linkHeader } from '@/testing/linkHeader';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { settings } from '@/features/messages/testing';
import { server } from '@/testing/server';

const mail: PatientMessage = {
  id: 2,
  appointment_id: 31,
  consent_id: null,
  kind: 'booked',
  channel: 'email',
  status: 'Sent',
  reason: null,
  subject: 'Your appointment',
  body: 'Hello',
  due_at: '2026-11-24T15:00:00Z',
  sent_at: '2026-11-24T15:03:00Z',
  starts_at: '2026-12-01T14:30:00Z',
};
const preferences: ContactPreferences = {
  email_reminders: true,
  text_reminders: true,
  may_email: true,
  may_text: false,
  version: 0,
  updated_at: null,
  updated_by: null,
};

let sent: unknown[];

beforeEach(() => {
  sent = [];
  server.use(
    http.get('*/api/patients/7/messages', () =>
      HttpResponse.json([
        {
          ...mail,
          id: 3,
          kind: 'confirm_text',
          channel: 'text',
          status: 'Dropped',
          reason: 'stopped',
          sent_at: null,
        },
        mail,
      ]),
    ),
    http.get('*/api/patients/7/contact-preferences', () => HttpResponse.json(preferences)),
    http.put('*/api/patients/7/contact-preferences', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...preferences, email_reminders: false, version: 1 });
    }),
  );
});

async function open(...permissions: Parameters<typeof sessionWith>) {
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(sessionWith(...permissions))));
  await renderSignedIn({
    path: '/',
    element: (
      <MessagesDialog
        patient={{ id: 7, first_name: 'Amelia', last_name: 'Hart' }}
        onClose={() => {}}
      />
    ),
  });
}

test('what was sent is listed with what became of it and why', async () => {
  await open('message.read');
  const table = within(
    await screen.findByRole('table', { name: 'Messages about visits and forms' }),
  );
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Please confirm, textDec 1, 2026, 9:30 AMDroppedThe patient answered STOPDue Nov 24, 2026, 10:00 AM',
    'Booked, mailDec 1, 2026, 9:30 AMSentNov 24, 2026, 10:03 AM',
  ]);
  expect(
    await screen.findByText('No text is sent: the record says that the client wants none.'),
  ).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Mails about visits' })).toBeDisabled();
});

test('the earlier messages come page by page', async () => {
  const path = '/api/patients/7/messages';
  server.use(
    http.get(`*${path}`, ({ request }) =>
      new URL(request.url).searchParams.has('after')
        ? HttpResponse.json([{ ...mail, id: 1, kind: 'moved' }])
        : HttpResponse.json([mail], { headers: linkHeader(path, 2) }),
    ),
  );
  await open('message.read');
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
  expect(await screen.findByRole('row', { name: /^Moved, mail/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /^Booked, mail/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Show earlier/ })).not.toBeInTheDocument();
});

test('mails about visits are switched off for a patient', async () => {
  await open('message.read', 'patient.update');
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'Mails about visits' })).toBeEnabled(),
  );
  await userEvent.click(screen.getByRole('switch', { name: 'Mails about visits' }));
  await waitFor(() => expect(sent).toEqual([{ email_reminders: false, text_reminders: true }]));
});

test('nothing sent says so, and a failure can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(
    http.get(
      '*/api/patients/7/messages',
      () => HttpResponse.json({ error: 'No.', code: 'internal' }, { status: 500 }),
      { once: true },
    ),
  );
  await open('message.read');
  expect(await screen.findByText('The messages could not be loaded.')).toBeVisible();
  server.use(http.get('*/api/patients/7/messages', () => HttpResponse.json([])));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No messages yet.')).toBeVisible();
});

test('a clinic whose messages are off says so in place of an empty list', async () => {
  server.use(
    http.get('*/api/patients/7/messages', () => HttpResponse.json([])),
    http.get('*/api/messages/settings', () => HttpResponse.json({ ...settings, enabled: false })),
  );
  await open('message.read');
  expect(await screen.findByText('No messages: they are off for the whole clinic.')).toBeVisible();
});
