import * as z from 'zod/mini';

import type { HoursOfDay, WorkingSpan } from '@/api/generated';
import { messages } from '@/lib/validation';
import { clockText } from '@/lib/wallTime';

/** Monday is 1, as on the wire. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const time = z.string().check(z.regex(/^\d\d:\d\d$/, messages.time));
const span = z.object({ opens_at: time, closes_at: time });

/** The spans of each day of the week, Monday first. */
export const hoursForm = z.object({
  days: z.array(z.object({ spans: z.array(span) })).check(z.superRefine((days, context) => {
    for (const [day, { spans }] of days.entries()) {
      for (const [index, { opens_at, closes_at }] of spans.entries()) {
        const before = spans[index - 1];
        if (closes_at <= opens_at) context.addIssue({ code: 'custom', message: 'Enter a time after the beginning.', path: [day, 'spans', index, 'closes_at'] });
        else if (before && opens_at < before.closes_at) context.addIssue({ code: 'custom', message: 'Enter a time after the hours above.', path: [day, 'spans', index, 'opens_at'] });
      }
    }
  })),
});

export type HoursForm = z.infer<typeof hoursForm>;

/** A day's usual hours, for a span that is added. */
const usual = { opens_at: '09:00', closes_at: '17:00' };

/** The hours to begin with for another span of a day: after those it has. */
export function nextSpan(spans: HoursForm['days'][number]['spans']): typeof usual {
  const last = spans.at(-1);
  if (!last) return usual;
  const hour = (later: number) => `${String(Math.min(23, Number(last.closes_at.slice(0, 2)) + later)).padStart(2, '0')}:00`;
  return { opens_at: hour(1), closes_at: hour(4) };
}

export function fromHours(hours: readonly Pick<HoursOfDay, 'weekday' | 'opens_at' | 'closes_at'>[]): HoursForm {
  return { days: weekdays.map((_name, index) => ({ spans: hours.filter(({ weekday }) => weekday === index + 1).map(({ opens_at, closes_at }) => ({ opens_at, closes_at })) })) };
}

export function toHours({ days }: HoursForm): WorkingSpan[] {
  return days.flatMap(({ spans }, index) => spans.map((one) => ({ weekday: index + 1, ...one })));
}

/** '9:00 AM'. */
const clockWords = (clock: string): string => clockText(`2026-01-01T${clock.slice(0, 5)}`);

/** A week in words, days with the same hours together: 'Mon – Fri 9:00 AM – 5:00 PM; Sat 9:00 AM – 1:00 PM'. */
export function weekWords(hours: readonly Pick<HoursOfDay, 'weekday' | 'opens_at' | 'closes_at'>[]): string {
  const days = fromHours(hours).days.map(({ spans }) => spans.map(({ opens_at, closes_at }) => `${clockWords(opens_at)} – ${clockWords(closes_at)}`).join(', '));
  const groups: { from: number; to: number; words: string }[] = [];
  for (const [day, words] of days.entries()) {
    const last = groups.at(-1);
    if (words && last?.words === words && last.to === day - 1) last.to = day;
    else if (words) groups.push({ from: day, to: day, words });
  }
  const name = (day: number) => (weekdays[day] ?? '').slice(0, 3);
  return groups.map(({ from, to, words }) => `${from === to ? name(from) : `${name(from)} – ${name(to)}`} ${words}`).join('; ');
}
