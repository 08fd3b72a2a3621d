/**
 * An instant in the clinic's time with its zone, as on a signed record: 'January 10, 2026 at 9:05 PM EST'. Without imports, because the
 * patient's page uses it too and must stay small.
 */
export function instantInWords(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(instant));
}
