import type { Visit } from '@/features/appointments/calendar/visit';

export type Status = Visit['status'];

/** How an appointment is shown: its status, or that the patient has asked for it online and waits for an answer. */
export type DisplayStatus = Status | 'Requested';

export const shownAs = ({
  status,
  requested_at,
}: Pick<Visit, 'status' | 'requested_at'>): DisplayStatus =>
  requested_at === null ? status : 'Requested';

/**
 * What an appointment may become, as the server has it (features/visits/src/appointments/transitions.rs), which decides: the buttons shown follow
 * from this.
 */
const transitions: Record<Status, readonly Status[]> = {
  Booked: ['Confirmed', 'Arrived', 'In room', 'No-show', 'Cancelled'],
  Confirmed: ['Booked', 'Arrived', 'In room', 'No-show', 'Cancelled'],
  Arrived: ['Confirmed', 'In room', 'Completed', 'No-show', 'Cancelled'],
  'In room': ['Arrived', 'Completed'],
  Completed: ['In room'],
  'No-show': ['Booked', 'Arrived'],
  Cancelled: ['Booked'],
};

/** The steps that the panel shows beside each other, in the order of a day. */
export const ramp = [
  'Confirmed',
  'Arrived',
  'In room',
  'Completed',
] as const satisfies readonly Status[];

interface Step {
  to: Status;
  /** The words of its button. */
  words: string;
  /** The first of them, for a row that has no room for all. */
  short?: string;
}

/** The next step of a usual day. */
const forward: Partial<Record<Status, Step>> = {
  Booked: { to: 'Arrived', words: 'Check in' },
  Confirmed: { to: 'Arrived', words: 'Check in' },
  Arrived: { to: 'In room', words: 'To the room' },
  'In room': { to: 'Completed', words: 'Complete the visit', short: 'Complete' },
  'No-show': { to: 'Booked', words: 'Book again' },
  Cancelled: { to: 'Booked', words: 'Book again' },
};

export const nextStep = (status: Status) => forward[status];

export function mayBecome(from: Status, to: Status): boolean {
  return transitions[from].includes(to);
}

/** A no-show is one once the appointment's time has come. */
export function mayBeNoShow(
  { status, starts_at }: Pick<Visit, 'status' | 'starts_at'>,
  now: number,
): boolean {
  return mayBecome(status, 'No-show') && Date.parse(starts_at) <= now;
}

/** Whether it neither can be moved nor waits for anything. */
export function isOver(status: Status): boolean {
  return status === 'Completed' || status === 'No-show' || status === 'Cancelled';
}

/**
 * The shortest way back to a former status, which Undo goes; undefined where there is none. Few steps: from Arrived to
 * Booked by way of Confirmed. Never through an end such as Cancelled, which needs a reason and may send a message.
 */
export function wayBack(from: Status, to: Status): Status[] | undefined {
  let ways: Status[][] = [[from]];
  const seen = new Set([from]);
  while (ways.length > 0) {
    const further = ways.flatMap((way) =>
      transitions[way.at(-1) ?? from]
        .filter((next) => !seen.has(next))
        .map((next) => [...way, next]),
    );
    const found = further.find((way) => way.at(-1) === to);
    if (found) return found.slice(1);
    ways = further.filter((way) => !isOver(way.at(-1) ?? from));
    for (const way of ways) seen.add(way.at(-1) ?? from);
  }
  return undefined;
}
