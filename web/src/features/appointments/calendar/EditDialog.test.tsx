import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Appointment } from '@/api/generated';
import { Component as AppointmentsPage } from '@/features/appointments/AppointmentsPage';
import { clinicWith, notified, onPhone, refusal, visit } from '@/features/appointments/testing';
import { renderSignedIn } from '@/testing/renderScreen';
import { server } from '@/testing/server';

const desk = ['appointment.list', 'appointment.update'];
let sent: { version: string | null; body: Record<string, unknown> }[];
let current: Appointment;
/** What the server answers first; afterwards it saves. */
let refused: (() => Response)[];

onPhone();
beforeEach(() => {
  sent = [];
  refused = [];
});

async function open(appointment: Appointment, permissions = desk) {
  current = appointment;
  const clinic = clinicWith([current], permissions);
  server.use(
    http.get('*/api/appointments/:id', ({ params }) =>
      Number(params['id']) === current.id
        ? HttpResponse.json({ ...current, events: [], outlook: notified })
        : undefined,
    ),
    http.patch('*/api/appointments/:id', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push({ version: request.headers.get('If-Match'), body });
      const refusing = refused.shift();
      if (refusing) return refusing();
      const { service = current.service, notes = current.notes } = body as Partial<Appointment>;
      current = { ...current, service, notes, version: current.version + 1 };
      clinic.appointments = [current];
      return HttpResponse.json(current);
    }),
  );
  await renderSignedIn(
    { path: '/appointments', element: <AppointmentsPage /> },
    '/appointments?view=day',
  );
  await userEvent.click(await screen.findByRole('button', { name: /^2:30 PM/ }));
  return within(await screen.findByRole('dialog', { name: 'Amelia Hart' }));
}

async function edit(appointment = visit) {
  const panel = await open(appointment);
  await userEvent.click(panel.getByRole('button', { name: 'Edit' }));
  return within(await screen.findByRole('dialog', { name: 'Edit the visit of Amelia Hart' }));
}
type Form = Awaited<ReturnType<typeof edit>>;

const save = (form: Form) => userEvent.click(form.getByRole('button', { name: 'Save changes' }));
async function write(form: Form, notes: string) {
  await userEvent.clear(form.getByLabelText('Notes'));
  await userEvent.type(form.getByLabelText('Notes'), notes);
}

test('the service and the notes of a visit are changed where it is opened, and only what was changed is sent', async () => {
  const form = await edit();
  expect(form.getByLabelText('Service')).toHaveValue('Botox');
  expect(form.getByLabelText('Notes')).toHaveValue('Second visit');
  await userEvent.selectOptions(form.getByLabelText('Service'), 'Microneedling');
  await save(form);
  expect(await screen.findByText('The visit of Amelia Hart is changed.')).toBeVisible();
  expect(sent).toEqual([{ version: '1', body: { service: 'Microneedling', confirmed: [] } }]);
  const panel = within(await screen.findByRole('dialog', { name: 'Amelia Hart' }));
  expect(await panel.findByText('Microneedling')).toBeVisible();
});

test('a save without a change closes, and sends and reports nothing', async () => {
  const form = await edit();
  await write(form, 'Second visit ');
  await save(form);
  await vi.waitFor(() =>
    expect(
      screen.queryByRole('dialog', { name: 'Edit the visit of Amelia Hart' }),
    ).not.toBeInTheDocument(),
  );
  expect(sent).toEqual([]);
  expect(screen.queryByText('The visit of Amelia Hart is changed.')).not.toBeInTheDocument();
});

test('notes can be cleared, and the change undone', async () => {
  const form = await edit();
  await userEvent.clear(form.getByLabelText('Notes'));
  await save(form);
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { version: '1', body: { notes: null, confirmed: [] } },
    { version: '2', body: { notes: 'Second visit' } },
  ]);
});

test('what is unusual is asked first, and saved when it is confirmed', async () => {
  const form = await edit();
  const tooEarly = { code: 'too_early_again', message: 'Botox was 3 days ago.', patient_id: null };
  const taken = { code: 'double_booked', message: 'The provider is booked.', patient_id: null };
  const asks = (warnings: object[]) => () =>
    HttpResponse.json({ error: 'Please look.', code: 'unconfirmed', warnings }, { status: 409 });
  refused = [asks([tooEarly]), asks([taken, tooEarly])];
  await userEvent.selectOptions(form.getByLabelText('Service'), 'Consultation');
  await save(form);
  expect(await form.findByText('Botox was 3 days ago.')).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Save anyway' }));
  expect(await form.findByText('The provider is booked.')).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Save anyway' }));
  expect(await screen.findByText('The visit of Amelia Hart is changed.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { service: 'Consultation', confirmed: [] },
    { service: 'Consultation', confirmed: ['too_early_again'] },
    {
      service: 'Consultation',
      confirmed: ['double_booked', 'too_early_again'],
      allow_overlap: true,
    },
  ]);
});

test('after a change by somebody else both sides are shown, and nothing typed is lost', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const form = await edit();
  current = { ...current, notes: 'Wants the early time', service: 'Follow-up', version: 5 };
  refused = [() => refusal(412, 'changed', 'Somebody else has changed it.')];
  await write(form, 'Bring the photos');
  await save(form);
  expect(await form.findByText('Changed by both of you')).toBeVisible();
  expect(form.getByRole('group', { name: 'Theirs: Notes' })).toHaveTextContent(
    'Wants the early time',
  );
  expect(form.getByRole('group', { name: 'Yours: Notes' })).toHaveTextContent('Bring the photos');
  expect(form.getByLabelText('Notes')).toHaveValue('Bring the photos');
  expect(form.getByLabelText('Service')).toHaveValue('Follow-up');
  await save(form);
  expect(await screen.findByText('The visit of Amelia Hart is changed.')).toBeVisible();
  expect(sent.at(-1)).toEqual({
    version: '5',
    body: { notes: 'Bring the photos', confirmed: [] },
  });
  vi.mocked(console.error).mockRestore();
});

test('a failure keeps what was typed, and closing asks first', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const form = await edit();
  refused = [() => refusal(500, 'internal', 'Something went wrong.')];
  await write(form, 'Bring the photos');
  await save(form);
  expect(await form.findByRole('alert')).toHaveTextContent(/^Not saved yet\./);
  expect(form.getByLabelText('Notes')).toHaveValue('Bring the photos');
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Discard what you typed?')).toBeVisible();
  vi.mocked(console.error).mockRestore();
});

test('a visit that is over keeps its service, and its notes can be changed', async () => {
  const form = await edit({ ...visit, status: 'Completed' });
  expect(
    within(form.getByLabelText('Service'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Botox']);
  await write(form, 'Paid in cash');
  await save(form);
  expect(await screen.findByText('The visit of Amelia Hart is changed.')).toBeVisible();
  expect(sent).toEqual([{ version: '1', body: { notes: 'Paid in cash', confirmed: [] } }]);
});

test('a service that is not offered any more stays while the notes are changed', async () => {
  const form = await edit({ ...visit, service: 'Tattoo removal' });
  expect(form.getByLabelText('Service')).toHaveValue('Tattoo removal');
  await write(form, 'Bring the photos');
  await save(form);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ notes: 'Bring the photos', confirmed: [] });
});

test('a role that may not change visits has no form for it', async () => {
  const panel = await open(visit, ['appointment.list']);
  expect(panel.queryByRole('button', { name: 'Edit' })).toBeNull();
});
