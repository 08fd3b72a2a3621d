import * as z from 'zod/mini';

import type { AppointmentChange } from '@/api/generated';
import type { Visit } from '@/features/appointments/calendar/visit';
import { longestNotes, optionalText } from '@/lib/formRules';

export const editForm = z.object({ service: z.string(), notes: optionalText(longestNotes) });

export type EditForm = z.infer<typeof editForm>;

export const editLabels: Record<keyof EditForm, string> = { service: 'Service', notes: 'Notes' };
export const editFields = Object.keys(editLabels) as (keyof EditForm)[];

export const readEdit = ({ service, notes }: Pick<Visit, 'service' | 'notes'>): EditForm => ({
  service,
  notes: notes ?? '',
});

/** What was changed alone: a service that stays may be one that is not offered any more, and one that changes sets the length anew. */
export function toChange(
  seen: Visit,
  { service, notes }: EditForm,
  confirmed: string[],
): AppointmentChange {
  return {
    ...(service !== seen.service && { service }),
    ...(notes !== (seen.notes ?? '') && { notes: notes || null }),
    confirmed,
    ...(confirmed.includes('double_booked') && { allow_overlap: true }),
  };
}

/** Back to what it was, with its length, and without warnings about what was so before. */
export function backTo(seen: Visit, changed: Visit): AppointmentChange {
  const back = { notes: seen.notes };
  if (changed.service === seen.service) return back;
  const minutes = Math.round((Date.parse(seen.ends_at) - Date.parse(seen.starts_at)) / 60_000);
  return { ...back, service: seen.service, minutes, allow_overlap: seen.allow_overlap };
}
