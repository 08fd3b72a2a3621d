import type { Visit } from '@/features/appointments/calendar/visit';
import { wallOf } from '@/lib/wallTime';

/** A time that has become free. */
export type Freed = Pick<Visit, 'starts_at' | 'ends_at' | 'provider_id' | 'provider_name'>;

const minute = 60_000;

/** Where the calendar has it. */
export function freedPlace({ starts_at, ends_at, provider_id }: Freed, timeZone: string) {
  return {
    start: wallOf(starts_at, timeZone),
    minutes: Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / minute),
    provider_id,
  };
}

/** The time that a link names: its start in minutes since 1970, its length, and the provider. */
export function freedOf(named: string | null): Freed | undefined {
  const [, start, minutes, provider] = /^(\d{1,9})-(\d{1,3})-(\d{1,15})$/.exec(named ?? '') ?? [];
  if (start === undefined) return undefined;
  const at = (minutes_: number) => new Date(minutes_ * minute).toISOString();
  return {
    starts_at: at(Number(start)),
    ends_at: at(Number(start) + Number(minutes)),
    provider_id: Number(provider),
    provider_name: null,
  };
}

export const isUpcoming = ({ starts_at }: Freed): boolean => Date.parse(starts_at) > Date.now();

/** Whether somebody has the time again, such as the one who had it before. */
export function isTakenAgain(
  { starts_at, ends_at, provider_id }: Freed,
  visits: readonly Visit[],
): boolean {
  const overlaps = (one: Visit) =>
    Date.parse(one.starts_at) < Date.parse(ends_at) &&
    Date.parse(one.ends_at) > Date.parse(starts_at);
  return visits.some(
    (one) =>
      one.provider_id === provider_id &&
      one.status !== 'Cancelled' &&
      one.status !== 'No-show' &&
      overlaps(one),
  );
}
