import { useCallback, useState } from 'react';

import { asFailure, type ApiFailure } from '@/api/failure';
import { useChangeAppointmentMutation, type Warning } from '@/api/generated';
import { warningsOf } from '@/features/appointments/appointmentForm';
import { positionOf, type CardPosition } from '@/features/appointments/calendar/card';
import { tellFields, type Tell } from '@/features/appointments/calendar/tell';
import type { Visit } from '@/features/appointments/calendar/visit';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

/** Where an appointment is on its way to, as long as the list still has the version that it had before. */
interface PendingMove {
  version: number;
  place: CardPosition;
}

/** What else is wanted of a move. */
export interface MoveWishes {
  /** Whether the patient is told. */
  tell: Tell;
  /** Whether the later visits of the series move along. */
  later: boolean;
}

export type MoveResult = { done: true } | { done: false; warnings: Warning[]; failure: ApiFailure };

/** Moves appointments: at once on the screen, then on the server; what it refuses goes back to its place. */
export function useMoves(timeZone: string) {
  const [underway, setUnderway] = useState<ReadonlyMap<number, PendingMove>>(new Map());
  const [change] = useChangeAppointmentMutation();
  const notify = useNotify('move');

  const set = useCallback(
    (id: number, entry: PendingMove | undefined) =>
      setUnderway((before) => {
        const after = new Map(before);
        if (entry) after.set(id, entry);
        else after.delete(id);
        return after;
      }),
    [],
  );

  const move = useCallback(
    async (
      visit: Visit,
      place: CardPosition,
      confirmed: string[],
      { tell, later }: MoveWishes,
    ): Promise<MoveResult> => {
      set(visit.id, { version: visit.version, place });
      try {
        const moved = await change({
          id: visit.id,
          'If-Match': String(visit.version),
          appointmentChange: {
            ...changeTo(positionOf(visit, timeZone), place, confirmed, tell),
            ...(later && { and_later: true }),
          },
        }).unwrap();
        notify({
          tone: 'success',
          text: `${whose(visit)} is now ${formatInstant(moved.starts_at, timeZone)}, ${moved.provider_name ?? 'any provider'}. It was ${formatInstant(visit.starts_at, timeZone)}, ${visit.provider_name ?? 'any provider'}.${later ? ' The later visits of the series moved along.' : ''}`,
          // Each of a series may have had a provider and a room of its own.
          ...(!later && {
            undo: async () => {
              await change({
                id: visit.id,
                'If-Match': String(moved.version),
                appointmentChange: { ...backTo(visit, moved), ...tellFields(tell) },
              }).unwrap();
            },
          }),
        });
        return { done: true };
      } catch (thrown) {
        const failure = asFailure(thrown);
        set(visit.id, undefined);
        return { done: false, warnings: warningsOf(failure), failure };
      }
    },
    [change, notify, set, timeZone],
  );

  /** Where it is drawn instead of where the list has it. */
  const placeOnWay = useCallback(
    ({ id, version }: Visit) => {
      const entry = underway.get(id);
      return entry && entry.version >= version ? entry.place : undefined;
    },
    [underway],
  );

  return { move, placeOnWay };
}

/**
 * The request of a move. `confirmed` are the codes of the warnings that somebody has read. What stays is not named: the later visits of a
 * series keep a length and a provider of their own, and a room or a device may be one that cannot be chosen any more.
 */
export function changeTo(
  before: CardPosition,
  { start, minutes, provider_id, resource_id }: CardPosition,
  confirmed: string[],
  tell: Tell,
) {
  return {
    ...(start !== before.start && { appointment_time: start }),
    ...(minutes !== before.minutes && { minutes }),
    ...(provider_id !== before.provider_id && { provider_id }),
    ...(resource_id !== undefined && resource_id !== before.resource_id && { resource_id }),
    ...tellFields(tell),
    confirmed,
    ...(confirmed.includes('double_booked') && { allow_overlap: true }),
  };
}

/**
 * Back to where it was: by the instant, which has one meaning also in an hour that comes twice, and without warnings
 * about what was so before.
 */
function backTo(
  { starts_at, ends_at, provider_id, resource_id, allow_overlap }: Visit,
  moved: Pick<Visit, 'resource_id'>,
) {
  return {
    appointment_time: starts_at,
    minutes: Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000),
    provider_id,
    allow_overlap,
    ...(moved.resource_id !== resource_id && { resource_id }),
  };
}

const whose = ({ first_name, last_name, service }: Visit) =>
  [first_name, last_name].filter(Boolean).join(' ') || service;
