import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { InboundText, MessageTemplate, Session } from '@/api/generated';
import { Component as MessagesPage } from '@/features/messages/MessagesPage';
import { botoxMessages, failedMessage, reminder, settings } from '@/features/messages/testing';
import { refusal } from '@/testing/openRecord';
import { sessionWith } from '@/testing/plans';
import { allAnswered } from '@/testing/allAnswered';
import { renderScreen } from '@/testing/renderScreen';
import { server } from '@/testing/server';

let sent: { match: string | null; body: unknown }[];

const as = (session: Session) =>
  server.use(http.get('*/api/auth/session', () => HttpResponse.json(session)));
const keep = async (request: Request) => {
  const text = await request.text();
  sent.push({
    match: request.headers.get('if-match'),
    body: text ? (JSON.parse(text) as unknown) : null,
  });
};

beforeEach(() => {
  sent = [];
  as(sessionWith('clinic.settings.read', 'clinic.settings.write'));
  server.use(
    http.get('*/api/messages/settings', () => HttpResponse.json(settings)),
    http.get('*/api/messages/texts', () => HttpResponse.json([])),
    http.get('*/api/messages/templates', () => HttpResponse.json([reminder])),
    http.put('*/api/messages/settings', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ ...settings, enabled: false, version: 4 });
    }),
    http.put('*/api/messages/templates/reminder', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ ...reminder, is_default: false, version: 1 });
    }),
    http.post('*/api/messages/templates/reminder/preview', async ({ request }) => {
      const { body } = (await request.json()) as { body: string };
      return body.includes('{service}')
        ? HttpResponse.json(
            {
              error: 'Unknown.',
              code: 'invalid',
              fields: { body: 'has an unknown variable: service' },
            },
            { status: 422 },
          )
        : HttpResponse.json({
            subject: 'A reminder of your appointment at Linden',
            text: body.replace('{first_name}', 'Nora'),
            html: '<p></p>',
            length: null,
          });
    }),
  );
});

const open = () => renderScreen({ path: '/', element: <MessagesPage /> });

test('what is sent and in which words is shown to everybody, and changed by who may', async () => {
  as(sessionWith('clinic.settings.read'));
  open();
  expect(
    await screen.findByText('A reminder by mail 2 days before the visit, at 9:00 AM.'),
  ).toBeVisible();
  expect(
    await screen.findByRole('row', {
      name: /^Reminder A reminder of your appointment at \{clinic\} Celadon’s$/,
    }),
  ).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('messages are switched off from the version that was seen', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Messages to patients' }));
  await person.click(dialog.getByRole('checkbox', { name: 'Send messages to patients' }));
  await person.clear(dialog.getByLabelText(/^Days before/));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a whole number from 1 to 14.')).toBeVisible();
  await person.type(dialog.getByLabelText(/^Days before/), '3');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toMatchObject([
    { match: '3', body: { enabled: false, reminder_days: 3, reply_to: null } },
  ]);
});

test('what two people changed in the settings or the words is shown whole, and either side can be kept', async () => {
  const person = userEvent.setup();
  const { store } = open();
  await person.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Messages to patients' }));
  await person.clear(dialog.getByLabelText(/^Days before/));
  await person.type(dialog.getByLabelText(/^Days before/), '3');
  server.use(
    http.put(
      '*/api/messages/settings',
      () => refusal(412, 'stale', 'Somebody else has changed this.'),
      { once: true },
    ),
    http.get('*/api/messages/settings', () =>
      HttpResponse.json({ ...settings, reminder_days: 5, version: 4 }),
    ),
  );
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/You both changed/)).toBeVisible();
  await person.click(dialog.getByRole('button', { name: /^Take theirs/ }));
  expect(dialog.getByLabelText(/^Days before/)).toHaveValue('5');
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));

  await allAnswered(store);
  await person.click(await screen.findByRole('button', { name: 'Edit Reminder' }));
  const words = within(await screen.findByRole('dialog', { name: 'Words of “Reminder”' }));
  await person.clear(words.getByLabelText(/^Text/));
  await person.type(words.getByLabelText(/^Text/), 'Ours');
  server.use(
    http.put(
      '*/api/messages/templates/reminder',
      () => refusal(412, 'stale', 'Somebody else has changed this.'),
      { once: true },
    ),
    http.get('*/api/messages/templates', () =>
      HttpResponse.json([{ ...reminder, body: 'As they wrote it', version: 2 }]),
    ),
  );
  await person.click(words.getByRole('button', { name: 'Save words' }));
  expect(await words.findByText('As they wrote it')).toBeVisible();
  expect(words.getByLabelText(/^Text/)).toHaveValue('Ours');
});

test('words are put together from variables and looked at before they are saved', async () => {
  const person = userEvent.setup();
  open();
  await person.click(await screen.findByRole('button', { name: 'Edit Reminder' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Words of “Reminder”' }));
  const body = dialog.getByRole('textbox', { name: /^Text/ });
  await person.type(body, ' {{service}');
  await person.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(await dialog.findByText('has an unknown variable: service')).toBeVisible();
  await person.clear(body);
  await person.type(body, 'Dear ');
  await person.click(dialog.getByRole('button', { name: '{first_name}' }));
  await person.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(
    within(await dialog.findByRole('status', { name: 'Preview' })).getByText('Dear Nora'),
  ).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Save words' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { match: '0', body: { subject: reminder.subject, body: 'Dear {first_name}' } },
    ]),
  );
});

test('a text in place of a mail has words of its own, whose length is counted', async () => {
  const person = userEvent.setup();
  const byText: MessageTemplate = {
    ...reminder,
    kind: 'booked',
    channel: 'text',
    subject: null,
    body: '{clinic}: {link}',
    subject_variables: [],
  };
  server.use(
    http.get('*/api/messages/templates', () =>
      HttpResponse.json([{ ...reminder, kind: 'booked' }, byText]),
    ),
    http.post('*/api/messages/templates/booked/preview', ({ request }) =>
      new URL(request.url).searchParams.get('channel') === 'text'
        ? HttpResponse.json({
            subject: null,
            text: 'Linden: http',
            html: null,
            length: { characters: 171, segments: 3, unusual: '’' },
          })
        : HttpResponse.json({}, { status: 404 }),
    ),
    http.put('*/api/messages/templates/booked', async ({ request }) => {
      await keep(request);
      return new URL(request.url).searchParams.get('channel') === 'text'
        ? HttpResponse.json({ ...byText, version: 1 })
        : HttpResponse.json({}, { status: 404 });
    }),
  );
  open();
  const texts = within(await screen.findByRole('table', { name: 'Words of each text' }));
  expect(
    texts.getByRole('row', { name: /^Booked, by text \{clinic\}: \{link\} Celadon’s/ }),
  ).toBeVisible();
  expect(texts.getAllByRole('row')).toHaveLength(2);
  await person.click(screen.getByRole('button', { name: 'Edit Booked, by text' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Words of “Booked, by text”' }));
  expect(dialog.queryByLabelText(/^Subject/)).not.toBeInTheDocument();
  await person.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(
    await dialog.findByText(
      '171 characters, sent in 3 parts, and you pay for each. “’” makes the text longer: a part then holds 70 characters in place of 160.',
    ),
  ).toBeVisible();
  await person.click(dialog.getByRole('button', { name: '{first_name}' }));
  await person.click(dialog.getByRole('button', { name: 'Save words' }));
  await waitFor(() =>
    expect(sent).toEqual([{ match: '0', body: { body: '{clinic}: {link}{first_name}' } }]),
  );
  expect(await screen.findByText('The words of “Booked, by text” are saved.')).toBeVisible();
});

test('failures are told, and a role without the settings sees none of it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.use(
    http.get('*/api/messages/settings', () =>
      HttpResponse.json({ error: 'No.', code: 'forbidden' }, { status: 403 }),
    ),
  );
  const { unmount } = open();
  expect(await screen.findByText('The settings of messages could not be loaded.')).toBeVisible();
  unmount();
  as({ ...sessionWith(), permissions: [] });
  open();
  expect(
    await screen.findByText('Your role does not open the messages to patients.'),
  ).toBeVisible();
});

test('what is sent around a service’s visits is changed from the version that was seen, with a preview of its text', async () => {
  const person = userEvent.setup();
  as({ ...sessionWith('clinic.settings.read', 'clinic.settings.write'), modules: ['services'] });
  server.use(
    http.get('*/api/messages/services', () =>
      HttpResponse.json([
        botoxMessages,
        {
          ...botoxMessages,
          service_id: 6,
          service: 'Peel',
          reminder: false,
          aftercare: null,
          recall_weeks: null,
          follow_up_days: null,
        },
      ]),
    ),
    http.post('*/api/messages/services/5/preview', async ({ request }) => {
      const { aftercare } = (await request.json()) as { aftercare: string };
      return HttpResponse.json({
        subject: 'After your visit at Linden',
        text: `Hello Jamie, ${aftercare}`,
        html: '<p></p>',
        length: null,
      });
    }),
    http.put('*/api/messages/services/5', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ ...botoxMessages, version: 3 });
    }),
  );
  open();
  const table = within(await screen.findByRole('table', { name: 'Messages of each service' }));
  expect(
    table.getByRole('row', { name: /^Botox Yes Do not rub it\. After 12 weeks After 14 days/ }),
  ).toBeVisible();
  expect(table.getByRole('row', { name: /^Peel None Nothing — —/ })).toBeVisible();
  await person.click(await table.findByRole('button', { name: 'Edit the messages of Botox' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Messages of Botox' }));
  const text = dialog.getByRole('textbox', { name: /^Text after the visit/ });
  await person.clear(text);
  await person.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(await dialog.findByText('Write a text to preview.')).toBeVisible();
  await person.type(text, 'Rest today.');
  await person.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(
    await within(await dialog.findByRole('status', { name: 'Preview' })).findByText(
      'Hello Jamie, Rest today.',
    ),
  ).toBeVisible();
  const weeks = dialog.getByLabelText(/^Weeks until/);
  await person.clear(weeks);
  await person.type(weeks, '105');
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a whole number from 1 to 104.')).toBeVisible();
  await person.clear(weeks);
  await person.click(dialog.getByRole('checkbox', { name: 'Remind of visits with this service' }));
  await person.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        match: '2',
        body: {
          reminder: false,
          aftercare: 'Rest today.',
          recall_weeks: null,
          follow_up_days: 14,
          no_follow_up: false,
        },
      },
    ]),
  );
});

test('a message that failed is sent again, and a refusal is told', async () => {
  const person = userEvent.setup();
  as(sessionWith('clinic.settings.read', 'message.read', 'message.send'));
  let failed = [
    failedMessage,
    { ...failedMessage, id: 10, first_name: 'Rosa', can_be_sent: false },
    {
      ...failedMessage,
      id: 11,
      first_name: 'Uma',
      status: 'Dropped' as const,
      reason: 'returned' as const,
      can_be_sent: false,
    },
    { ...failedMessage, id: 12, first_name: 'Vera', status: 'Waiting' as const, reason: null },
  ];
  server.use(
    http.get('*/api/messages/failed', () => HttpResponse.json(failed)),
    http.post(
      '*/api/messages/9/send',
      () =>
        HttpResponse.json(
          { error: 'What this message says is no longer so.', code: 'outdated' },
          { status: 409 },
        ),
      { once: true },
    ),
  );
  open();
  const table = within(await screen.findByRole('table', { name: 'Messages that failed' }));
  expect(
    table.getByRole('row', {
      name: /^Amelia Hart Reminder, mail Dec 1, 2026, 9:30 AM Failed Sending was interrupted/,
    }),
  ).toBeVisible();
  expect(await table.findByText('The visit has begun')).toBeVisible();
  expect(
    table.getByRole('row', {
      name: /^Uma Hart .* Dropped Mail to this address came back .* Check the address$/,
    }),
  ).toBeVisible();
  expect(
    table.getByRole('row', { name: /^Vera Hart .* Not sent for three days .* Send again/ }),
  ).toBeVisible();
  await person.click(table.getByRole('button', { name: 'Send again: Reminder to Amelia Hart' }));
  expect(
    await screen.findByText('Not sent. What this message says is no longer so.'),
  ).toBeVisible();
  server.use(
    http.post('*/api/messages/9/send', () => {
      failed = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await person.click(table.getByRole('button', { name: 'Send again: Reminder to Amelia Hart' }));
  expect(
    await screen.findByText('Every message of the last 30 days arrived, as far as is known.'),
  ).toBeVisible();
});

test('what clients have texted is listed, called back and closed', async () => {
  const person = userEvent.setup();
  as(sessionWith('clinic.settings.read', 'message.read', 'message.send'));
  let texts: InboundText[] = [
    {
      id: 3,
      number: '+15550101234',
      patients: [{ patient_id: 7, first_name: 'Amelia', last_name: 'Hart' }],
      body: 'cancel my appointment',
      pictures: 1,
      received_at: '2026-12-01T14:30:00Z',
    },
  ];
  server.use(
    http.get('*/api/messages/failed', () => HttpResponse.json([])),
    http.get('*/api/messages/texts', () => HttpResponse.json(texts)),
    http.post('*/api/messages/texts/3/close', () => {
      texts = [];
      return new HttpResponse(null, { status: 204 });
    }),
  );
  open();
  const table = within(await screen.findByRole('table', { name: 'Texts from clients' }));
  expect(table.getByText('cancel my appointment (a picture not kept)')).toBeVisible();
  expect(table.getByRole('link', { name: 'Amelia Hart' })).toHaveAttribute('href', '/patients/7');
  expect(table.getByRole('link', { name: '(555) 010-1234' })).toHaveAttribute(
    'href',
    'tel:+15550101234',
  );
  await person.click(table.getByRole('button', { name: 'Close the text from (555) 010-1234' }));
  expect(await screen.findByText('No text waits for an answer.')).toBeVisible();
});
