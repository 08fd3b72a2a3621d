import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Component as AppointmentsPage } from '@/features/appointments/AppointmentsPage';
import { clinicWith, refusal, freezeDate } from '@/features/appointments/testing';
import { hasUnsavedWork } from '@/lib/unsavedWork';
import { record } from '@/testing/patientRecord';
import { sessionWith } from '@/testing/plans';
import { renderSignedIn } from '@/testing/renderScreen';
import { screenOfWidth } from '@/testing/screenOfWidth';
import { settings as messageSettings } from '@/features/messages/testing';
import { server } from '@/testing/server';
import { botox, peel } from '@/testing/services';

const user = userEvent.setup();

beforeEach(() => {
  freezeDate();
  screenOfWidth(1280);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open() {
  await renderSignedIn({ path: '/', element: <AppointmentsPage /> });
}

const patientField = () => screen.findByRole('combobox', { name: /^Patient/ });
const time = () => screen.getByLabelText(/^Date and time/);
const book = () => user.click(screen.getByRole('button', { name: 'Book appointment' }));

async function fillIn() {
  await user.type(await patientField(), 'hart');
  await user.click(await screen.findByRole('option', { name: /Amelia Hart/ }));
  await user.type(time(), '2026-11-21T14:30');
}

test.each([
  [{ enabled: false, booked: true }, 'No message goes out: messages are off.'],
  [{ enabled: true, booked: false }, 'No message goes out: the clinic sends none about bookings.'],
])('where no confirmation goes out, the booking says so: %o', async (off, words) => {
  server.use(
    http.get('*/api/messages/settings', () => HttpResponse.json({ ...messageSettings, ...off })),
  );
  clinicWith([]);
  await open();
  await fillIn();
  await book();
  expect(
    await screen.findByText(`Amelia Hart is booked for Nov 21, 2026, 2:30 PM. ${words}`),
  ).toBeVisible();
});

test('a booking is sent as typed, confirmed and listed, and the form is blank again', async () => {
  const clinic = clinicWith([]);
  await open();
  await fillIn();
  expect(screen.getByText("In the clinic's time: Eastern Time (America/New York).")).toBeVisible();
  expect(screen.getByLabelText('Service')).toHaveValue('Botox');
  expect(screen.getByLabelText('Service')).toHaveTextContent(
    'BotoxPRP/PRF FacePRP Hair RestorationEZ Gel FaceEZ Gel HandsMicroneedlingConsultationFollow-up',
  );
  await user.selectOptions(screen.getByLabelText('Provider'), 'Noah Kim');
  await user.type(screen.getByLabelText('Notes'), ' Bring photos ');
  expect(hasUnsavedWork()).toBe(true);
  await book();
  expect(await screen.findByText('Amelia Hart is booked for Nov 21, 2026, 2:30 PM.')).toBeVisible();
  expect(clinic.sent).toEqual([
    {
      patient_id: 101,
      appointment_time: '2026-11-21T14:30',
      service: 'Botox',
      notes: 'Bring photos',
      provider_id: 4,
      confirmed: [],
    },
  ]);
  expect(await screen.findByRole('region', { name: 'Saturday, November 21, 2026' })).toBeVisible();
  expect(await patientField()).toHaveValue('');
  expect(time()).toHaveValue('');
  expect(hasUnsavedWork()).toBe(false);
});

test('a clinic with a catalogue books the services of its own, and says why one of them was refused', async () => {
  clinicWith([]);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.use(
    http.get('*/api/auth/session', () =>
      HttpResponse.json({
        ...sessionWith('appointment.list', 'appointment.create'),
        modules: ['services'],
      }),
    ),
    http.get('*/api/services', () => HttpResponse.json([botox, { ...peel, retired_at: null }])),
    http.post('*/api/appointments', () =>
      HttpResponse.json(
        {
          error: 'Some entries need another look.',
          code: 'invalid',
          fields: { service: 'was retired. Choose another service' },
        },
        { status: 422 },
      ),
    ),
  );
  await open();
  await fillIn();
  await user.selectOptions(screen.getByLabelText('Service'), 'Chemical Peel');
  expect(
    within(screen.getByLabelText('Service'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Botox', 'Chemical Peel']);
  await book();
  expect(await screen.findByText('was retired. Choose another service')).toBeVisible();
  expect(screen.getByLabelText('Service')).toHaveValue('Chemical Peel');
  expect(logged).toHaveBeenCalled();
});

test('the patient is found and picked by keyboard alone', async () => {
  const clinic = clinicWith([]);
  await open();
  const field = await patientField();
  await user.type(field, 'ame');
  const [hart, harrow] = await within(
    await screen.findByRole('listbox', { name: 'Patients found' }),
  ).findAllByRole('option');
  expect(field).toHaveAttribute('aria-activedescendant', hart?.id);
  await user.keyboard('{ArrowDown}');
  expect(field).toHaveAttribute('aria-activedescendant', harrow?.id);
  expect(harrow).toHaveAccessibleName('Amelia Harrow Born Jul 4, 1991');
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(field).toHaveValue('Amelia Harrow');
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  expect(clinic.sent).toEqual([]);

  await user.type(field, 'x');
  expect(await screen.findByText('No patients found')).toBeVisible();
  await user.keyboard('{Enter}{Escape}');
  expect(field).toHaveAttribute('aria-expanded', 'false');
  await book();
  expect(await screen.findByText('Choose a patient from the list')).toBeVisible();
  expect(clinic.sent).toEqual([]);
});

test('a failed search says so and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  clinicWith([]);
  server.use(http.get('*/api/patients', () => refusal(500, 'internal', 'No.')));
  await open();
  await user.type(await patientField(), 'a');
  await waitFor(() => expect(screen.getByText('Patients could not be searched.')).toBeVisible());
  clinicWith([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('option', { name: /Amelia Hart/ })).toBeVisible();
});

test('without a patient and a time nothing is sent', async () => {
  const clinic = clinicWith([]);
  await open();
  await patientField();
  await book();
  expect(await screen.findByText('Choose a patient from the list')).toBeVisible();
  expect(screen.getByText('Date and time are required')).toBeVisible();
  expect(await patientField()).toHaveFocus();
  expect(clinic.sent).toEqual([]);
});

test('a provider booked already is explained, and the appointment can be booked anyway', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const clinic = clinicWith([]);
  server.use(
    http.post(
      '*/api/appointments',
      () => refusal(409, 'double_booked', 'Noah Kim is already booked at that time.'),
      { once: true },
    ),
  );
  await open();
  await fillIn();
  await book();
  expect(await screen.findByText('Noah Kim is already booked at that time.')).toBeVisible();
  expect(await patientField()).toHaveValue('Amelia Hart');
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  expect(await screen.findByText('Amelia Hart is booked for Nov 21, 2026, 2:30 PM.')).toBeVisible();
  expect(clinic.sent).toEqual([
    {
      patient_id: 101,
      appointment_time: '2026-11-21T14:30',
      service: 'Botox',
      notes: null,
      allow_overlap: true,
      confirmed: ['double_booked'],
    },
  ]);
  expect(screen.queryByRole('button', { name: 'Book anyway' })).not.toBeInTheDocument();
});

test('warnings are shown before an unusual booking is sent', async () => {
  const clinic = clinicWith([]);
  const warnings = [
    {
      code: 'patient_overlap',
      message: 'Amelia Hart is booked from 2:00 PM to 3:00 PM already: Botox.',
    },
    { code: 'past', message: 'This time has passed.' },
  ];
  server.use(
    http.post(
      '*/api/appointments',
      () =>
        HttpResponse.json(
          { error: 'Please look at this before it is saved.', code: 'unconfirmed', warnings },
          { status: 409 },
        ),
      { once: true },
    ),
  );
  await open();
  await fillIn();
  await book();
  for (const { message } of warnings) expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText(/Nothing is booked yet/)).toBeVisible();
  expect(clinic.sent).toEqual([]);
  expect(await patientField()).toHaveValue('Amelia Hart');
  await user.click(screen.getByRole('button', { name: 'Book anyway' }));
  expect(await screen.findByText('Amelia Hart is booked for Nov 21, 2026, 2:30 PM.')).toBeVisible();
  expect(clinic.sent).toEqual([
    {
      patient_id: 101,
      appointment_time: '2026-11-21T14:30',
      service: 'Botox',
      notes: null,
      confirmed: ['patient_overlap', 'past'],
    },
  ]);
});

test('permission to overlap holds for the time it was given for', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const clinic = clinicWith([]);
  server.use(
    http.post('*/api/appointments', () => refusal(409, 'double_booked', 'Taken.'), { once: true }),
  );
  await open();
  await fillIn();
  await book();
  await screen.findByRole('button', { name: 'Book anyway' });
  await user.clear(time());
  await user.type(time(), '2026-11-21T16:00');
  expect(screen.queryByRole('button', { name: 'Book anyway' })).not.toBeInTheDocument();
  await book();
  await waitFor(() =>
    expect(clinic.sent).toEqual([
      {
        patient_id: 101,
        appointment_time: '2026-11-21T16:00',
        service: 'Botox',
        notes: null,
        confirmed: [],
      },
    ]),
  );
});

test('a time that the clocks skip is reported at its field', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  clinicWith([]);
  server.use(
    http.post('*/api/appointments', () =>
      refusal(422, 'invalid', 'Not valid.', {
        appointment_time: 'This time does not exist on that day.',
      }),
    ),
  );
  await open();
  await fillIn();
  await book();
  expect(await screen.findByText('This time does not exist on that day.')).toBeVisible();
  expect(time()).toHaveAccessibleDescription('This time does not exist on that day.');
});

test('a failed booking is logged and reported, and loses nothing', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  clinicWith([]);
  server.use(http.post('*/api/appointments', () => HttpResponse.error()));
  await open();
  await fillIn();
  await book();
  expect(
    await screen.findByText('Not booked yet. Everything you entered is still here.'),
  ).toBeVisible();
  expect(logged).toHaveBeenCalledWith('The appointment could not be booked:', 'NETWORK', '');
  expect(await patientField()).toHaveValue('Amelia Hart');
  expect(time()).toHaveValue('2026-11-21T14:30');
});

test('without the list of providers an appointment can still be booked', async () => {
  clinicWith([]);
  server.use(http.get('*/api/appointments/providers', () => refusal(500, 'internal', 'No.')));
  await open();
  expect(await screen.findByText('The providers could not be loaded.')).toBeVisible();
  await fillIn();
  await book();
  expect(await screen.findByText(/^Amelia Hart is booked/)).toBeVisible();
});

test('a link from a record fills in the patient and unfolds the form', async () => {
  clinicWith([]);
  screenOfWidth(390);
  server.use(
    http.get('*/api/patients/101', () =>
      HttpResponse.json({ ...record, id: 101, first_name: 'Amelia', last_name: 'Hart' }),
    ),
  );
  await renderSignedIn(
    { path: '/appointments', element: <AppointmentsPage /> },
    '/appointments?patient=101',
  );
  await waitFor(async () => expect(await patientField()).toHaveValue('Amelia Hart'));
});
