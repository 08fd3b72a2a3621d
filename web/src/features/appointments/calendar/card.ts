import { anyProvider } from '@/features/appointments/calendar/deskAddress';
import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { addMinutes, wallOf, type WallTime } from '@/lib/wallTime';

/** An appointment as it is drawn: on the clinic's clock, in the column of its provider. */
export interface Card {
  id: number;
  start: WallTime;
  /** The start and its minutes, also where the clocks change in between: a card is as high as the appointment is long. */
  end: WallTime;
  minutes: number;
  column: string;
  visit: Visit;
}

/** Where somebody has dragged an appointment, or has sent it by its dialog. */
export interface CardPosition {
  start: WallTime;
  minutes: number;
  provider_id: number | null;
  /** The room or the device; left out, it stays. */
  resource_id?: number | null;
}

const minute = 60_000;

export const columnOf = (provider: number | null): string =>
  provider === null ? anyProvider : String(provider);
export const providerOf = (column: string): number | null =>
  column === anyProvider ? null : Number(column);

export function positionOf(
  { starts_at, ends_at, provider_id, resource_id }: Visit,
  timeZone: string,
): CardPosition {
  return {
    start: wallOf(starts_at, timeZone),
    minutes: Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / minute),
    provider_id,
    resource_id,
  };
}

export function toCard(visit: Visit, { start, minutes, provider_id }: CardPosition): Card {
  return {
    id: visit.id,
    start,
    end: addMinutes(start, minutes),
    minutes,
    column: columnOf(provider_id),
    visit,
  };
}

/** Makes cards, and the same one again for the same appointment: polling must not redraw a day in which nothing has changed. */
export function cardMaker(timeZone: string): (visit: Visit, moved?: CardPosition) => Card {
  const made = new WeakMap<Visit, Card>();
  return (visit, moved) => {
    if (moved) return toCard(visit, moved);
    const card = made.get(visit) ?? toCard(visit, positionOf(visit, timeZone));
    made.set(visit, card);
    return card;
  };
}

/** The name on a card: 'Amelia Hart'. */
export const nameOn = ({ visit }: Card): string => patientName(visit);
