import { useEffect, useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import {
  usePreviewAppointmentSeriesMutation,
  type NewSeries,
  type SeriesDate,
} from '@/api/generated';
import { useDebouncedValue } from '@/components/useDebouncedValue';
import type { AppointmentForm } from '@/features/appointments/appointmentForm';
import { toSeries } from '@/features/appointments/series';

export interface SeriesPreview {
  /** By the day on which each would be; those of another form of the series while it is asked again. */
  dates: ReadonlyMap<string, SeriesDate>;
  state: 'none' | 'no patient' | 'asking' | 'there' | 'failed';
  failure: string | undefined;
}

/** The series as it would be booked. Dates that are left out are checked too, so that they can be included again. */
function requestBody(form: AppointmentForm): string {
  const { patient_id, appointment_time, service, provider_id, resource_id } = form;
  const series = toSeries(appointment_time, { ...form, left_out: [] });
  if (!series) return '';
  if (!patient_id) return 'no patient';
  const body: NewSeries = {
    patient_id: patient_id.id,
    appointment_time,
    service,
    ...series,
    ...(provider_id && { provider_id: Number(provider_id) }),
    ...(resource_id && { resource_id: Number(resource_id) }),
  };
  return JSON.stringify(body);
}

const none: ReadonlyMap<string, SeriesDate> = new Map();

/** Checks the dates of a series by the rules of the booking, each time the form has not changed for a moment. */
export function useSeriesPreview(control: Control<AppointmentForm>): SeriesPreview {
  const wanted = useWatch({ control, compute: requestBody });
  const body = useDebouncedValue(wanted);
  const [preview] = usePreviewAppointmentSeriesMutation();
  const [answer, setAnswer] = useState<{
    body: string;
    dates: ReadonlyMap<string, SeriesDate>;
    failure?: string;
  }>({ body: '', dates: none });
  const isComplete = body !== '' && body !== 'no patient';
  useEffect(() => {
    if (!isComplete) return undefined;
    const running = preview(JSON.parse(body) as NewSeries);
    let isStale = false;
    running.unwrap().then(
      (dates) =>
        !isStale && setAnswer({ body, dates: new Map(dates.map((one) => [one.date, one])) }),
      (thrown: unknown) =>
        !isStale && setAnswer({ body, dates: none, failure: asFailure(thrown).message }),
    );
    return () => {
      isStale = true;
    };
  }, [isComplete, body, preview]);
  if (wanted === '') return { dates: none, state: 'none', failure: undefined };
  if (wanted === 'no patient') return { dates: none, state: 'no patient', failure: undefined };
  const isCurrent = answer.body === wanted;
  return {
    dates: answer.dates,
    state: !isCurrent ? 'asking' : answer.failure === undefined ? 'there' : 'failed',
    failure: isCurrent ? answer.failure : undefined,
  };
}
