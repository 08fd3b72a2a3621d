import * as z from 'zod/mini';

import type { ApiFailure } from '@/api/failure';
import type { NewAppointment, Warning } from '@/api/generated';
import type { ChosenPatient } from '@/components/usePatientSearch';
import { defaultService } from '@/features/services';
import { noSeries, seriesFields } from '@/features/appointments/series';
import { chosenPatient, longestNotes, optionalText } from '@/lib/formRules';

/** The browser gives '' until the date and the time are both whole. */
export const dateAndTime = z.string().check(
  z.minLength(1, 'Date and time are required'),
  z.refine(
    (time) => time === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time),
    'Enter a date such as 11/20/2026 and a time',
  ),
);

export const appointmentForm = z.object({
  patient_id: chosenPatient(),
  appointment_time: dateAndTime,
  service: z.string(),
  provider_id: z.string(),
  resource_id: z.string(),
  notes: optionalText(longestNotes),
  ...seriesFields,
});

export type AppointmentForm = z.infer<typeof appointmentForm>;

export const blankAppointment: AppointmentForm = {
  patient_id: null,
  appointment_time: '',
  service: defaultService,
  provider_id: '',
  resource_id: '',
  notes: '',
  ...noSeries,
};

export const appointmentFields = Object.keys(blankAppointment) as (keyof AppointmentForm)[];

/** The warning's code for a provider with another appointment. Confirming it sends `allow_overlap`. */
const taken = 'double_booked';

/**
 * The request body. The time is sent as typed, because it is the clinic's local time. `confirmed` are the codes of the warnings that the
 * person has confirmed.
 */
export function toNewAppointment(
  form: AppointmentForm,
  patient: ChosenPatient,
  confirmed: string[],
): NewAppointment {
  return {
    patient_id: patient.id,
    appointment_time: form.appointment_time,
    service: form.service,
    notes: form.notes || null,
    ...(form.provider_id && { provider_id: Number(form.provider_id) }),
    ...(form.resource_id && { resource_id: Number(form.resource_id) }),
    ...(confirmed.includes(taken) && { allow_overlap: true }),
    confirmed,
  };
}

/** The warnings of a refused booking; none where it failed for another reason. */
export function warningsOf({ code, message, warnings = [] }: ApiFailure): Warning[] {
  return code === taken ? [{ code, message, patient_id: null }] : warnings;
}

/** Identifies what the warnings are about; a change of any of it makes them obsolete. */
export function slotOf({
  patient_id,
  appointment_time,
  provider_id,
  resource_id,
  service,
  times,
  every_weeks,
  other_times,
  left_out,
}: Omit<AppointmentForm, 'notes'>): string {
  return [
    patient_id?.id,
    appointment_time,
    provider_id,
    resource_id,
    service,
    times,
    every_weeks,
    JSON.stringify(other_times),
    left_out.join(','),
  ].join(' ');
}
