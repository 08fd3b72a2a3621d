import type { Appointment } from '@/api/generated';
import { today as dateIn } from '@/lib/dates';

export interface AgendaDay<Booked> {
  /** 'YYYY-MM-DD' in the clinic's own time. */
  date: string;
  appointments: Booked[];
}

type WithStart = Pick<Appointment, 'id' | 'starts_at'>;

/** Groups appointments by the clinic's calendar dates, in the order of their start. */
export function byDay<Booked extends WithStart>(
  appointments: readonly Booked[],
  timeZone: string,
): AgendaDay<Booked>[] {
  const days = new Map<string, Booked[]>();
  for (const appointment of appointments.toSorted(byStart)) {
    const date = dateIn(timeZone, new Date(appointment.starts_at));
    const booked = days.get(date);
    if (booked) booked.push(appointment);
    else days.set(date, [appointment]);
  }
  return Array.from(days, ([date, booked]) => ({ date, appointments: booked }));
}

/** Compares instants, not texts: the same instant may be written with different offsets. */
function byStart(one: WithStart, other: WithStart): number {
  return Date.parse(one.starts_at) - Date.parse(other.starts_at) || one.id - other.id;
}
