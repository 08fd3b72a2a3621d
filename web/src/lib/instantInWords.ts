import { perZone } from '@/lib/dates';

const written = perZone({ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });

/** A moment on the clinic's clock with its zone named, as it stands on a signed record: 'January 10, 2026 at 9:05 PM EST'. */
export function instantInWords(instant: string, timeZone: string): string {
  return written(timeZone).format(new Date(instant));
}
