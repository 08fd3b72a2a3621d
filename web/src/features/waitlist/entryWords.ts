import type { PartOfDay, WaitlistEntry } from '@/api/generated';
import { formatDate } from '@/lib/dates';
import { weekdays } from '@/lib/weekdays';

export const partsOfDay: Record<PartOfDay, string> = {
  Morning: 'Morning, until noon',
  Afternoon: 'Afternoon, noon to 5 PM',
  Evening: 'Evening, from 5 PM',
};

/** Which days are wanted, some in a row together: 'Mon – Wed, Fri'. */
export function daysWords(days: readonly number[]): string {
  if (days.length === 0 || days.length === 7) return 'Any day';
  const runs: [number, number][] = [];
  for (const day of days.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  const name = (day: number) => (weekdays[day - 1] ?? '').slice(0, 3);
  return runs
    .map(([from, to]) =>
      from === to ? name(from) : `${name(from)}${to === from + 1 ? ', ' : ' – '}${name(to)}`,
    )
    .join(', ');
}

/** When somebody could come: 'Mon – Wed, mornings, until Nov 30, 2026'. */
export function preferenceText({
  weekdays: days,
  part_of_day,
  until,
}: Pick<WaitlistEntry, 'weekdays' | 'part_of_day' | 'until'>): string {
  return [
    daysWords(days),
    part_of_day && `${part_of_day.toLowerCase()}s`,
    until && `until ${formatDate(until)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether the last wanted day has passed. */
export const isPast = ({ until }: Pick<WaitlistEntry, 'until'>, today: string): boolean =>
  until !== null && until < today;

/** Roles that see times alone are sent no name. */
export const nameOf = ({
  first_name,
  last_name,
}: Pick<WaitlistEntry, 'first_name' | 'last_name'>): string =>
  [first_name, last_name].filter(Boolean).join(' ') || 'A patient';
