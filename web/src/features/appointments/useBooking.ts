import { useCallback } from 'react';

import {
  useCreateAppointmentMutation,
  useCreateAppointmentSeriesMutation,
  useShowMessageSettingsQuery,
  type MessageSettings,
} from '@/api/generated';
import type { ChosenPatient } from '@/components/usePatientSearch';
import { toNewAppointment, type AppointmentForm } from '@/features/appointments/appointmentForm';
import { toSeries } from '@/features/appointments/series';
import { formatInstant, formatInstantDate } from '@/lib/dates';

/** Books one visit or a series, all of it or none. Answers what was booked, in a sentence; rejects with the failure. */
export function useBooking(timeZone: string) {
  const [create] = useCreateAppointmentMutation();
  const [createSeries] = useCreateAppointmentSeriesMutation();
  const unnotified = withoutMessage(useShowMessageSettingsQuery().data);
  return useCallback(
    async (form: AppointmentForm, patient: ChosenPatient, confirmed: string[]): Promise<string> => {
      const series = toSeries(form.appointment_time, form);
      const body = toNewAppointment(form, patient, confirmed);
      if (!series) {
        const { starts_at } = await create(body).unwrap();
        return `${patient.name} is booked for ${formatInstant(starts_at, timeZone)}.${unnotified}`;
      }
      // A series is never booked over others.
      const { allow_overlap: _one, ...each } = body;
      const { appointments } = await createSeries({ ...each, ...series }).unwrap();
      const days = appointments.map(({ starts_at }) => formatInstantDate(starts_at, timeZone));
      return `${patient.name} is booked for ${days.length} visits, from ${days[0]} to ${days.at(-1)}.${unnotified}`;
    },
    [create, createSeries, timeZone, unnotified],
  );
}

/** Said where somebody would think that the client gets a confirmation. */
function withoutMessage(settings: MessageSettings | undefined): string {
  if (!settings || (settings.enabled && settings.booked)) return '';
  return settings.enabled
    ? ' No message goes out: the clinic sends none about bookings.'
    : ' No message goes out: messages are off.';
}
