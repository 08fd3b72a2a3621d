import type { HoursOfDay } from '@/api/generated';
import { clockText } from '@/lib/wallTime';
import { weekdays } from '@/lib/weekdays';

/** The hours of a week, day by day. */
export function fromHours(
  hours: readonly Pick<HoursOfDay, 'weekday' | 'opens_at' | 'closes_at'>[],
): { days: { spans: { opens_at: string; closes_at: string }[] }[] } {
  return {
    days: weekdays.map((_name, index) => ({
      spans: hours
        .filter(({ weekday }) => weekday === index + 1)
        .map(({ opens_at, closes_at }) => ({ opens_at, closes_at })),
    })),
  };
}

/** '9:00 AM'. */
const clockWords = (clock: string): string => clockText(`2026-01-01T${clock.slice(0, 5)}`);

/** A week in words, days with the same hours together: 'Mon – Fri 9:00 AM – 5:00 PM; Sat 9:00 AM – 1:00 PM'. */
export function weekWords(
  hours: readonly Pick<HoursOfDay, 'weekday' | 'opens_at' | 'closes_at'>[],
): string {
  const days = fromHours(hours).days.map(({ spans }) =>
    spans
      .map(({ opens_at, closes_at }) => `${clockWords(opens_at)} – ${clockWords(closes_at)}`)
      .join(', '),
  );
  const groups: { from: number; to: number; words: string }[] = [];
  for (const [day, words] of days.entries()) {
    const last = groups.at(-1);
    if (words && last?.words === words && last.to === day - 1) last.to = day;
    else if (words) groups.push({ from: day, to: day, words });
  }
  const name = (day: number) => (weekdays[day] ?? '').slice(0, 3);
  return groups
    .map(
      ({ from, to, words }) =>
        `${from === to ? name(from) : `${name(from)} – ${name(to)}`} ${words}`,
    )
    .join('; ');
}
