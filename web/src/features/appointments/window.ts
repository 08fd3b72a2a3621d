import { isMeantDate } from '@/lib/dates';

/** The days on the screen, both ends included, 'YYYY-MM-DD'. */
export interface Window {
  from: string;
  to: string;
}

/** Today and the fourteen days after it. */
const daysAhead = 14;
/** A quarter: more at once is no longer a list that anybody reads. */
const longest = 92;
const millisecondsOfDay = 86_400_000;

/** Calendar days have no time zone; in UTC every one of them has 24 hours. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * millisecondsOfDay).toISOString().slice(0, 10);
}

/** The window of an address; whatever is wrong with it becomes the usual one. */
export function readWindow(params: URLSearchParams, today: string): Window {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (!isMeantDate(from)) return { from: today, to: addDays(today, daysAhead) };
  const fits = isMeantDate(to) && to >= from && to <= addDays(from, longest - 1);
  return { from, to: fits ? to : addDays(from, daysAhead) };
}

export function earlier({ from, to }: Window): Window {
  const days = daysIn({ from, to });
  return { from: addDays(from, -days), to: addDays(to, -days) };
}

export function later({ from, to }: Window): Window {
  const days = daysIn({ from, to });
  return { from: addDays(from, days), to: addDays(to, days) };
}

/** The same number of days from another day on. */
export function startingOn(window: Window, from: string): Window {
  return { from, to: addDays(from, daysIn(window) - 1) };
}

export function toSearch({ from, to }: Window): string {
  return `?${new URLSearchParams({ from, to })}`;
}

function daysIn({ from, to }: Window): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / millisecondsOfDay + 1;
}
