import * as z from 'zod/mini';

import type { SeriesConflict } from '@/api/generated';
import { addDays } from '@/lib/dates';
import { messages } from '@/lib/validation';
import type { WallTime } from '@/lib/wallTime';

/** How many visits a series has, and how many weeks lie between two of them, at least and at most. */
export const seriesLimits = { times: [2, 60], every_weeks: [1, 52] } as const;

const isWhole = (text: string, [least, most]: readonly [number, number]) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** What the booking form has for a series. `times` is null where the visit does not repeat. */
export const seriesFields = {
  times: z.nullable(
    z
      .string()
      .check(
        z.refine(
          (text) => isWhole(text, seriesLimits.times),
          messages.wholeNumber(...seriesLimits.times),
        ),
      ),
  ),
  every_weeks: z
    .string()
    .check(
      z.refine(
        (text) => isWhole(text, seriesLimits.every_weeks),
        messages.wholeNumber(...seriesLimits.every_weeks),
      ),
    ),
  /** The times of single visits that differ from the others, by the day on which they would be. */
  other_times: z.record(z.string(), z.string()),
  /** The days on which there is none. */
  left_out: z.array(z.string()),
};

export interface SeriesForm {
  times: string | null;
  every_weeks: string;
  other_times: Record<string, WallTime>;
  left_out: string[];
}

export const noSeries: SeriesForm = {
  times: null,
  every_weeks: '4',
  other_times: {},
  left_out: [],
};

export interface SeriesVisit {
  /** The day on which it would be without another time. */
  date: string;
  at: WallTime;
  /** Whether there is none on this day after all. */
  leftOut: boolean;
  /** Why it cannot be booked. */
  conflict: string | undefined;
}

/** The visits of a series, as far as the form determines them. */
export function seriesVisits(
  first: WallTime,
  { times, every_weeks, other_times, left_out }: SeriesForm,
  conflicts: readonly SeriesConflict[],
): SeriesVisit[] {
  if (
    first === '' ||
    times === null ||
    !isWhole(times, seriesLimits.times) ||
    !isWhole(every_weeks, seriesLimits.every_weeks)
  )
    return [];
  return Array.from({ length: Number(times) }, (_each, number) => {
    const date = addDays(first.slice(0, 10), number * 7 * Number(every_weeks));
    const at = other_times[date] || `${date}${first.slice(10)}`;
    return {
      date,
      at,
      leftOut: left_out.includes(date),
      conflict: conflicts.find((one) => one.date === at.slice(0, 10))?.message,
    };
  });
}

/** The series in a request; undefined for one visit. */
export function toSeries(first: WallTime, form: SeriesForm) {
  const visits = seriesVisits(first, form, []);
  if (visits.length === 0) return undefined;
  const other = visits
    .filter(({ date }) => form.other_times[date])
    .map(({ date, at }) => ({ date, appointment_time: at }));
  const leftOut = visits.filter((visit) => visit.leftOut).map(({ date }) => date);
  return {
    times: Number(form.times),
    every_weeks: Number(form.every_weeks),
    ...(other.length > 0 && { other_times: other }),
    ...(leftOut.length > 0 && { left_out: leftOut }),
  };
}
