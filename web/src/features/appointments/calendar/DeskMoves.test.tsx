import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import type { Outlook } from '@/api/generated';
import { noSchedule, notified, refusal, visit } from '@/features/appointments/testing';
import { server } from '@/testing/server';
import {
  sent,
  open,
  card,
  press,
  panel,
  openMove,
  typeTime,
  atTheDesk,
} from '@/features/appointments/calendar/testing';

atTheDesk();

test('a move shows both times, is sent with the version, and is undone by the instant it was at', async () => {
  await open([visit]);
  const dialog = await openMove();
  await typeTime(dialog, '2026-11-20T16:15');
  await userEvent.selectOptions(dialog.getByLabelText('Provider'), 'Elena Moreau');
  expect(dialog.getByRole('group', { name: 'From' })).toHaveTextContent(
    'Fri, Nov 202:30 PM, 30 minNoah Kim',
  );
  expect(dialog.getByRole('group', { name: 'To' })).toHaveTextContent(
    'Fri, Nov 204:15 PM, 30 minElena Moreau',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(
    await screen.findByText(
      /^Amelia Hart is now .*4:15.*, Elena Moreau. It was .*2:30.*, Noah Kim.$/,
    ),
  ).toBeVisible();
  await press(/^Undo/);
  await waitFor(() =>
    expect(sent).toEqual([
      {
        call: 'PATCH /api/appointments/31',
        body: { appointment_time: '2026-11-20T16:15', provider_id: 1, confirmed: [] },
        version: '1',
      },
      {
        call: 'PATCH /api/appointments/31',
        body: {
          appointment_time: '2026-11-20T19:30:00Z',
          minutes: 30,
          provider_id: 4,
          allow_overlap: false,
        },
        version: '2',
      },
    ]),
  );
});

test('a move to another room says so; a patient who was called gets no message, and Undo sends none', async () => {
  const rooms = [
    { id: 7, name: 'Room 1', kind: 'Room', is_active: true, version: 1 },
    { id: 8, name: 'Laser', kind: 'Device', is_active: true, version: 1 },
  ];
  const opened = open([{ ...visit, resource_id: 7, resource_name: 'Room 1' }]);
  server.use(
    http.get('*/api/schedule', () => HttpResponse.json({ ...noSchedule, resources: rooms })),
  );
  await opened;
  const dialog = await openMove();
  expect(dialog.getByText('The time stays, so the patient is told nothing.')).toBeVisible();
  await typeTime(dialog, '2026-11-20T16:15');
  await userEvent.selectOptions(await dialog.findByLabelText('Room or device'), 'Laser');
  expect(dialog.getByRole('group', { name: 'From' })).toHaveTextContent('Room 1');
  expect(dialog.getByRole('group', { name: 'To' })).toHaveTextContent('Laser');
  const tell = await dialog.findByRole('checkbox', { name: /^Tell the patient/ });
  expect(tell).toBeChecked();
  expect(tell).toHaveAccessibleName('Tell the patient by e-mail');
  expect(tell).toHaveAccessibleDescription(
    /^An e-mail with the new time goes to amelia@example\.com in three minutes/,
  );
  await userEvent.click(tell);
  expect(tell).toHaveAccessibleDescription('Nothing is sent: the patient knows already.');
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  await press(/^Undo/);
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      {
        appointment_time: '2026-11-20T16:15',
        resource_id: 8,
        tell: false,
        confirmed: [],
      },
      {
        appointment_time: '2026-11-20T19:30:00Z',
        minutes: 30,
        provider_id: 4,
        allow_overlap: false,
        tell: false,
      },
    ]),
  );
});

test('a patient who cannot be mailed gets a text, if the clinic wants that', async () => {
  await open([visit]);
  server.use(
    http.get('*/api/appointments/31', () =>
      HttpResponse.json({
        ...visit,
        events: [],
        outlook: { ...notified, channel: 'text', to: '(555) 010-1234' },
      }),
    ),
  );
  const dialog = await openMove();
  await typeTime(dialog, '2026-11-20T16:15');
  const tell = await dialog.findByRole('checkbox', { name: 'Tell the patient by text' });
  expect(tell).toHaveAccessibleDescription(
    /^A text with the new time goes to \(555\) 010-1234 in three minutes/,
  );
});

/** What the clinic says of a message about the visit, now at 10:00 AM. */
const withOutlook = (outlook: Partial<Outlook>) =>
  server.use(
    http.get('*/api/appointments/31', () =>
      HttpResponse.json({ ...visit, events: [], outlook: { ...notified, ...outlook } }),
    ),
  );

test('in the quiet hours the dialog says when it is sent, and that it can be sent now', async () => {
  await open([visit]);
  // At 3:00 PM: after the visit as it is, and before the one that is typed.
  withOutlook({ due_at: '2026-11-20T20:00:00Z', is_quiet: true });
  const dialog = await openMove();
  await typeTime(dialog, '2026-11-20T16:15');
  const tell = await dialog.findByRole('checkbox', { name: 'Tell the patient by e-mail' });
  expect(tell).toHaveAccessibleDescription(
    /^An e-mail with the new time goes to amelia@example\.com at Nov 20, 2026, .* when the quiet hours end\.$/,
  );
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Send it now, in the quiet hours' }));
  expect(tell).toHaveAccessibleDescription(/in three minutes, in the quiet hours\.$/);
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ tell_at_once: true });
});

test('a visit that is moved to before the end of the quiet hours is told of at once or not at all', async () => {
  await open([visit]);
  // At 1:00 PM: before the visit as it is, and after the one that is typed.
  withOutlook({ due_at: '2026-11-20T18:00:00Z', is_quiet: true });
  const dialog = await openMove();
  await typeTime(dialog, '2026-11-20T13:00');
  const now = await dialog.findByRole('checkbox', { name: 'Send it now, in the quiet hours' });
  expect(now).not.toBeChecked();
  expect(now).toHaveAccessibleDescription(
    'Nothing is sent unless you send it now: the visit begins before the quiet hours end. Or call the patient.',
  );
  expect(dialog.queryByRole('checkbox', { name: /^Tell the patient/ })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'The patient knows already' }));
  expect(now).toHaveAccessibleDescription('Nothing is sent: the patient knows already.');
  await userEvent.click(now);
  expect(now).toHaveAccessibleDescription(/in three minutes, in the quiet hours\.$/);
  expect(
    dialog.queryByRole('checkbox', { name: 'The patient knows already' }),
  ).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    appointment_time: '2026-11-20T13:00',
    tell_at_once: true,
    confirmed: [],
  });
});

test('of a visit that begins within minutes nothing is sent, and the dialog does not offer it', async () => {
  await open([visit]);
  withOutlook({ due_at: '2026-11-20T15:03:00Z' });
  const dialog = await openMove();
  await typeTime(dialog, '2026-11-20T10:02');
  expect(
    await dialog.findByText(
      'The patient is not told: the visit begins before a message can be sent.',
    ),
  ).toBeVisible();
  expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('of a visit that is cancelled before the quiet hours end the patient is told at once or not at all', async () => {
  await open([visit]);
  withOutlook({ cancelled: 'quiet_hours', due_at: '2026-11-20T20:00:00Z', is_quiet: true });
  await userEvent.click(await card(/^2:30 PM/));
  await userEvent.click((await panel()).getByRole('button', { name: 'Cancel visit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Amelia Hart?' }));
  expect(
    await dialog.findByRole('checkbox', { name: 'Send it now, in the quiet hours' }),
  ).toHaveAccessibleDescription(/^Nothing is sent unless you send it now:/);
  expect(dialog.queryByRole('checkbox', { name: /^Tell the patient/ })).not.toBeInTheDocument();
});

test('where nothing would be sent, the dialog says why', async () => {
  await open([{ ...visit, service: 'Facial of old' }]);
  server.use(
    http.get('*/api/appointments/31', () =>
      HttpResponse.json({
        ...visit,
        events: [],
        outlook: {
          ...notified,
          moved: 'no_address',
          cancelled: 'switched_off',
          to: null,
          not_texted: 'stopped',
        },
      }),
    ),
  );
  const dialog = await openMove();
  expect(
    dialog.getByText('Facial of old is no longer offered. This visit keeps it, with its length.'),
  ).toBeVisible();
  await typeTime(dialog, '2026-11-20T16:15');
  expect(
    await dialog.findByText(
      'The patient cannot be told by e-mail: there is no e-mail address in the record, nor by text: the number has answered STOP. Please call the patient.',
    ),
  ).toBeVisible();
  expect(dialog.queryByRole('checkbox', { name: /^Tell the patient/ })).not.toBeInTheDocument();
});

test('a taken time is asked about, and can be taken anyway', async () => {
  await open([visit]);
  server.use(
    http.patch(
      '*/api/appointments/31',
      () => refusal(409, 'double_booked', 'This provider has another appointment at that time.'),
      { once: true },
    ),
  );
  const dialog = await openMove();
  await typeTime(dialog, '2026-11-20T16:15');
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(
    await dialog.findByText('This provider has another appointment at that time.'),
  ).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Move anyway' }));
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([
      {
        appointment_time: '2026-11-20T16:15',
        allow_overlap: true,
        confirmed: ['double_booked'],
      },
    ]),
  );
});

test('a move that fails goes back to its place, and nothing typed is lost', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await open([visit]);
  let refuse = (_answer: Response) => {};
  const refused = new Promise<Response>((resolve) => {
    refuse = resolve;
  });
  server.use(http.patch('*/api/appointments/31', () => refused));
  const dialog = await openMove();
  await typeTime(dialog, '2026-11-20T16:15');
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
  // The page below a dialog is hidden from the accessibility tree.
  await waitFor(() =>
    expect(document.querySelector('[data-card="31"]')).toHaveAttribute(
      'data-start',
      '2026-11-20T16:15',
    ),
  );
  refuse(refusal(412, 'changed', 'Somebody else has changed this appointment.'));
  expect(
    await dialog.findByText('Not moved. Somebody else has changed this appointment.'),
  ).toBeVisible();
  expect(document.querySelector('[data-card="31"]')).toHaveAttribute(
    'data-start',
    '2026-11-20T14:30',
  );
  expect(dialog.getByLabelText(/^Date and time/)).toHaveValue('2026-11-20T16:15');
});
