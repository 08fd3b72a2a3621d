import { addDays, daysBetween, isPlausibleDate } from '@/lib/dates';

/** The first and the last day on the screen, 'YYYY-MM-DD'. */
export interface DateRange {
  from: string;
  to: string;
}

/** Today and the fourteen days after it. */
const daysAhead = 14;
/** A quarter of a year. */
const longest = 92;

/** The range in a URL's query; an invalid one becomes the usual range. */
export function readDateRange(params: URLSearchParams, today: string): DateRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (!isPlausibleDate(from)) return { from: today, to: addDays(today, daysAhead) };
  const fits = isPlausibleDate(to) && to >= from && to <= addDays(from, longest - 1);
  return { from, to: fits ? to : addDays(from, daysAhead) };
}

export function earlier({ from, to }: DateRange): DateRange {
  const days = daysIn({ from, to });
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

export function later({ from, to }: DateRange): DateRange {
  const days = daysIn({ from, to });
  return { from: addDays(from, days), to: addDays(to, days) };
}

/** The same number of days from another day on. */
export function startingOn(window: DateRange, from: string): DateRange {
  return { from, to: addDays(from, daysIn(window) - 1) };
}

export function toSearch({ from, to }: DateRange): string {
  return `?${new URLSearchParams({ from, to })}`;
}

function daysIn({ from, to }: DateRange): number {
  return daysBetween(from, to) + 1;
}
