import { describe, expect, test } from 'vitest';

import {
  appointmentForm,
  blankAppointment,
  slotOf,
  toNewAppointment,
  warningsOf,
} from '@/features/appointments/appointmentForm';

const amelia = { id: 101, name: 'Amelia Hart' };
const filled = { ...blankAppointment, patient_id: amelia, appointment_time: '2026-11-21T14:30' };
const faults = (form: unknown) =>
  appointmentForm
    .safeParse(form)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('an appointment', () => {
  test('starts as Botox, with nobody and no time', () => {
    expect(blankAppointment).toEqual({
      patient_id: null,
      appointment_time: '',
      service: 'Botox',
      provider_id: '',
      resource_id: '',
      notes: '',
      times: null,
      every_weeks: '4',
      other_times: {},
      left_out: [],
    });
  });

  test('needs a patient and a date and time', () => {
    expect(faults(blankAppointment)).toEqual([
      'patient_id: Choose a patient from the list',
      'appointment_time: Date and time are required',
    ]);
    expect(faults(filled)).toEqual([]);
  });

  test.each(['12026-11-21T14:30', '2026-11-21', '2026-11-21T14:30:10'])(
    'is not at %s',
    (appointment_time) => {
      expect(faults({ ...filled, appointment_time })).toEqual([
        'appointment_time: Enter a date such as 11/20/2026 and a time',
      ]);
    },
  );

  test('takes notes up to 10,000 characters, without the space around them', () => {
    expect(appointmentForm.parse({ ...filled, notes: ' First visit \n' }).notes).toBe(
      'First visit',
    );
    expect(faults({ ...filled, notes: 'n'.repeat(10_001) })).toEqual([
      'notes: Use at most 10,000 characters',
    ]);
  });
});

describe('what is sent', () => {
  test('has the time as it was typed, and only what was chosen', () => {
    expect(toNewAppointment(filled, amelia, [])).toEqual({
      patient_id: 101,
      appointment_time: '2026-11-21T14:30',
      service: 'Botox',
      notes: null,
      confirmed: [],
    });
  });

  test('has the provider, the room and the permission to overlap when there are any', () => {
    expect(
      toNewAppointment(
        { ...filled, provider_id: '4', resource_id: '7', notes: 'First visit' },
        amelia,
        ['past', 'double_booked'],
      ),
    ).toEqual({
      patient_id: 101,
      appointment_time: '2026-11-21T14:30',
      service: 'Botox',
      notes: 'First visit',
      provider_id: 4,
      resource_id: 7,
      allow_overlap: true,
      confirmed: ['past', 'double_booked'],
    });
  });
});

test('a taken provider is a warning like the others, and another failure is none', () => {
  const failure = { status: 409, message: 'Taken.', fields: {} } as const;
  expect(warningsOf({ ...failure, code: 'double_booked' })).toEqual([
    { code: 'double_booked', message: 'Taken.', patient_id: null },
  ]);
  expect(
    warningsOf({
      ...failure,
      code: 'unconfirmed',
      warnings: [{ code: 'past', message: 'Over.', patient_id: null }],
    }),
  ).toEqual([{ code: 'past', message: 'Over.', patient_id: null }]);
  expect(warningsOf({ ...failure, code: 'internal' })).toEqual([]);
});

test('a slot is another one with another patient, time, provider or service, and the same with other notes', () => {
  expect(slotOf({ ...filled, notes: 'x' } as typeof filled)).toBe(slotOf(filled));
  for (const change of [
    { patient_id: { id: 102, name: 'Amelia Harrow' } },
    { appointment_time: '2026-11-21T15:30' },
    { provider_id: '4' },
    { service: 'Consultation' as const },
  ]) {
    expect(slotOf({ ...filled, ...change })).not.toBe(slotOf(filled));
  }
});
