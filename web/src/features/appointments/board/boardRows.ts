import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { clockText, wallOf } from '@/lib/wallTime';

/** How far ahead the board shows who is expected, in ms. */
const ahead = 3 * 3_600_000;
/** For how long, in ms, a completed visit stays on the board: the desk books the next one meanwhile. */
const leavingFor = 30 * 60_000;

export interface BoardRows {
  /** Who is expected in the next hours, and who is late; the earliest first. */
  expected: Visit[];
  /** Who waits or is in a room; who has waited longest first. */
  here: Visit[];
  /** The visits that have just been completed. */
  leaving: Visit[];
}

const byStart = (one: Visit, other: Visit) =>
  Date.parse(one.starts_at) - Date.parse(other.starts_at) || one.id - other.id;
const since = ({ status_at, starts_at }: Visit) => Date.parse(status_at ?? starts_at);
const bySince = (one: Visit, other: Visit) => since(one) - since(other) || one.id - other.id;

/** The day's appointments as the desk needs them now. */
export function boardRows(visits: readonly Visit[], now: number): BoardRows {
  const waiting = visits.filter(({ status }) => status === 'Arrived').toSorted(bySince);
  const treated = visits.filter(({ status }) => status === 'In room').toSorted(bySince);
  return {
    expected: visits
      .filter(
        ({ status, starts_at }) =>
          (status === 'Booked' || status === 'Confirmed') && Date.parse(starts_at) <= now + ahead,
      )
      .toSorted(byStart),
    here: [...waiting, ...treated],
    leaving: visits
      .filter((visit) => visit.status === 'Completed' && since(visit) > now - leavingFor)
      .toSorted(bySince),
  };
}

/** The day in numbers: '22 booked, 5 completed, 4 here, 12 to come, 3 not confirmed, 1 no-show'. */
export function countWords(visits: readonly Visit[]): string {
  const count = (...of: Visit['status'][]) =>
    visits.filter(({ status }) => of.includes(status)).length;
  const parts: [number, string][] = [
    [count('Completed'), 'completed'],
    [count('Arrived', 'In room'), 'here'],
    [count('Booked', 'Confirmed'), 'to come'],
    [count('Booked'), 'not confirmed'],
    [count('No-show'), 'no-show'],
  ];
  return [
    `${visits.length} booked`,
    ...parts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`),
  ].join(', ');
}

/** Who comes next, where nobody is expected soon: 'Next: Amelia Hart, 3:30 PM.' */
export function nextOf(
  visits: readonly Visit[],
  now: number,
  timeZone: string,
): string | undefined {
  const next = visits
    .filter(
      ({ status, starts_at }) =>
        (status === 'Booked' || status === 'Confirmed') && Date.parse(starts_at) > now,
    )
    .toSorted(byStart)[0];
  return next && `Next: ${patientName(next)}, ${clockText(wallOf(next.starts_at, timeZone))}.`;
}

const minutes = (from: number, to: number) => Math.max(0, Math.floor((to - from) / 60_000));

/** A length of time in the words of a row: '12 min', '1 h 5 min'. */
export function lengthWords(count: number): string {
  if (count < 60) return `${count} min`;
  return count % 60 === 0 ? `${count / 60} h` : `${Math.floor(count / 60)} h ${count % 60} min`;
}

/** The status in the words of a row: how long somebody has waited, how late somebody is. */
export function stateWords(visit: Visit, now: number): string {
  const { status, starts_at } = visit;
  if (visit.requested_at !== null) return 'Requested';
  if (status === 'Arrived') return `Waits ${lengthWords(minutes(since(visit), now))}`;
  if (status === 'In room') return `In room ${lengthWords(minutes(since(visit), now))}`;
  const late = minutes(Date.parse(starts_at), now);
  return late >= 5 && (status === 'Booked' || status === 'Confirmed')
    ? `${lengthWords(late)} late`
    : status;
}
