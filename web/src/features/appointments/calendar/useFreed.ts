import { useCallback, useState } from 'react';

import { positionOf, type CardPosition } from '@/features/appointments/calendar/card';
import { isUpcoming, type Freed } from '@/features/appointments/calendar/freed';
import { useMoves } from '@/features/appointments/calendar/useMoves';
import type { Visit } from '@/features/appointments/calendar/visit';

/** Moves appointments, and keeps the time that has become free last: by a move, by a cancellation (`free`), or before (`linked`). */
export function useFreed(timeZone: string, linked?: Freed) {
  const { move: send, placeOnWay } = useMoves(timeZone);
  const [freed, setFreed] = useState(linked);
  const free = useCallback((visit: Visit) => setFreed(isUpcoming(visit) ? visit : undefined), []);
  const move = useCallback<typeof send>(
    async (from, place, ...wishes) => {
      const moved = await send(from, place, ...wishes);
      if (moved.done && leaves(positionOf(from, timeZone), place)) free(from);
      return moved;
    },
    [send, free, timeZone],
  );
  const forget = useCallback(() => setFreed(undefined), []);
  return { move, placeOnWay, freed, free, forget };
}

/** Whether what was taken before is free now: another time or another provider. */
const leaves = (before: CardPosition, after: CardPosition) =>
  before.start !== after.start || before.provider_id !== after.provider_id;
