import * as z from 'zod/mini';

import type { WorkingSpan } from '@/api/generated';
import { messages } from '@/lib/validation';

const time = z.string().check(z.regex(/^\d\d:\d\d$/, messages.time));
const span = z.object({ opens_at: time, closes_at: time });

/** The spans of each day of the week, Monday first. */
export const hoursForm = z.object({
  days: z.array(z.object({ spans: z.array(span) })).check(
    z.superRefine((days, context) => {
      for (const [day, { spans }] of days.entries()) {
        for (const [index, { opens_at, closes_at }] of spans.entries()) {
          const before = spans[index - 1];
          if (closes_at <= opens_at)
            context.addIssue({
              code: 'custom',
              message: messages.afterBeginning,
              path: [day, 'spans', index, 'closes_at'],
            });
          else if (before && opens_at < before.closes_at)
            context.addIssue({
              code: 'custom',
              message: 'Enter a time after the hours above.',
              path: [day, 'spans', index, 'opens_at'],
            });
        }
      }
    }),
  ),
});

export type HoursForm = z.infer<typeof hoursForm>;

/** The default hours, for a span that is added. */
const defaultSpan = { opens_at: '09:00', closes_at: '17:00' };

/** The hours to begin with for another span of a day: after those it has. */
export function nextSpan(spans: HoursForm['days'][number]['spans']): typeof defaultSpan {
  const last = spans.at(-1);
  if (!last) return defaultSpan;
  const hour = (later: number) =>
    `${String(Math.min(23, Number(last.closes_at.slice(0, 2)) + later)).padStart(2, '0')}:00`;
  return { opens_at: hour(1), closes_at: hour(4) };
}

export function toHours({ days }: HoursForm): WorkingSpan[] {
  return days.flatMap(({ spans }, index) => spans.map((one) => ({ weekday: index + 1, ...one })));
}
