import type { ConsentTexted } from '@/api/generated';
import { formatInstant } from '@/lib/dates';

const soon = 60_000;

/** Where the text goes, and when, if the quiet hours end first. */
export function textedNotice(
  { to, due_at }: ConsentTexted,
  zone: string,
  now = Date.now(),
): string {
  const waits = Date.parse(due_at) - now > soon;
  return waits
    ? `These are the quiet hours: it is texted to ${to} on ${formatInstant(due_at, zone)}.`
    : `The link is on its way to ${to}.`;
}
