import * as z from 'zod/mini';

import { dateAndTime } from '@/features/appointments/appointmentForm';
import { providerOf, type CardPosition } from '@/features/appointments/calendar/card';
import { anyProvider } from '@/features/appointments/calendar/deskAddress';

export const lengths = [5, 10, 15, 20, 30, 45, 60, 75, 90, 105, 120, 150, 180, 240] as const;

export const moveForm = z.object({
  appointment_time: dateAndTime,
  minutes: z.string(),
  provider_id: z.string(),
  resource_id: z.string(),
});

export type MoveForm = z.infer<typeof moveForm>;
export const moveFields = ['appointment_time', 'minutes', 'provider_id', 'resource_id'] as const;

export function fromPlace({ start, minutes, provider_id, resource_id }: CardPosition): MoveForm {
  return {
    appointment_time: start,
    minutes: String(minutes),
    provider_id: provider_id === null ? anyProvider : String(provider_id),
    resource_id: String(resource_id ?? ''),
  };
}

export function toPlace({
  appointment_time,
  minutes,
  provider_id,
  resource_id,
}: MoveForm): CardPosition {
  return {
    start: appointment_time,
    minutes: Number(minutes),
    provider_id: providerOf(provider_id),
    resource_id: resource_id === '' ? null : Number(resource_id),
  };
}

/** The lengths to choose from, the present one among them. */
export function lengthOptions(present: number): { value: string; label: string }[] {
  return [...new Set([...lengths, present])]
    .toSorted((one, other) => one - other)
    .map((minutes) => ({ value: String(minutes), label: inWords(minutes) }));
}

export function inWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ');
}
