import type { Appointment } from '@/api/generated';
import { today as dateIn } from '@/lib/dates';

export interface AgendaDay<Booked> {
  /** 'YYYY-MM-DD' in the clinic's own time. */
  date: string;
  appointments: Booked[];
}

type Timed = Pick<Appointment, 'id' | 'starts_at'>;

/** Appointments under the clinic's own calendar dates: days ascend, and within a day the start does. */
export function byDay<Booked extends Timed>(appointments: readonly Booked[], timeZone: string): AgendaDay<Booked>[] {
  const days = new Map<string, Booked[]>();
  for (const appointment of appointments.toSorted(byStart)) {
    const date = dateIn(timeZone, new Date(appointment.starts_at));
    const booked = days.get(date);
    if (booked) booked.push(appointment);
    else days.set(date, [appointment]);
  }
  return Array.from(days, ([date, booked]) => ({ date, appointments: booked }));
}

/** The days of so many appointments, the first ones; the last day may be cut short. */
export function firstOf<Booked>(days: readonly AgendaDay<Booked>[], most: number): AgendaDay<Booked>[] {
  let left = most;
  return days.flatMap(({ date, appointments }) => {
    const some = appointments.slice(0, Math.max(left, 0));
    left -= appointments.length;
    return some.length > 0 ? [{ date, appointments: some }] : [];
  });
}

/** Instants compare as instants: the same one may be written with different offsets. */
function byStart(one: Timed, other: Timed): number {
  return Date.parse(one.starts_at) - Date.parse(other.starts_at) || one.id - other.id;
}
