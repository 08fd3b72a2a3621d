import type { ReviewRow, Tick, Ticks } from '@/api/generated';

/** The parts of a chart, in the order in which they are judged. */
export const parts: readonly { key: keyof Ticks; label: string }[] = [
  { key: 'exam', label: 'Exam' },
  { key: 'consent', label: 'Consent' },
  { key: 'health', label: 'Health' },
  { key: 'notes', label: 'Notes' },
  { key: 'lot', label: 'Lot and dose' },
  { key: 'photos', label: 'Photos' },
  { key: 'signature', label: 'Signature' },
];

/** A number of charts: the server counts 501 at most. */
export const countWords = (charts: number) => (charts > 500 ? '500+' : String(charts));

/** The shape and the colour of a tick, and its word for those who hear it. */
export const tickLooks = {
  present: { glyph: 'good', tone: 'good', word: 'there' },
  missing: { glyph: 'bad', tone: 'bad', word: 'missing' },
  not_needed: { glyph: 'none', tone: 'none', word: 'not needed' },
} as const satisfies Record<Tick, object>;

/** What a chart is complete in, in words. */
export function completeness({ ticks, missing }: Pick<ReviewRow, 'ticks' | 'missing'>): string {
  const complete = parts.filter(({ key }) => ticks[key] !== 'missing').length;
  return missing
    ? `${complete} of ${parts.length} complete: ${missing}`
    : `${parts.length} of ${parts.length} complete`;
}

/** How long a chart may still wait, or for how long it is late. */
export function age(dueAt: string, now: number): { text: string; late: boolean } {
  const minutes = Math.round((Date.parse(dueAt) - now) / 60_000);
  const long = Math.abs(minutes);
  const text =
    long < 60
      ? `${long} min`
      : long < (minutes > 0 ? 100 : 72) * 60
        ? `${Math.floor(long / 60)} h`
        : `${Math.floor(long / 1440)} days`;
  return minutes > 0 ? { text: `${text} left`, late: false } : { text: `Late ${text}`, late: true };
}

/** How many whole days a chart has waited. */
export function daysWaiting(createdAt: string, now: number): string {
  const days = Math.floor((now - Date.parse(createdAt)) / 86_400_000);
  return days < 1 ? 'today' : days === 1 ? '1 day' : `${days} days`;
}

/** What was done, and by whom: 'Botox 30 U, Claire Donovan'. */
export function whatAndWho({
  treatment_type,
  units,
  provider_name,
}: Pick<ReviewRow, 'treatment_type' | 'units' | 'provider_name'>): string {
  return `${treatment_type}${units === null ? '' : ` ${units} U`}, ${provider_name}`;
}
