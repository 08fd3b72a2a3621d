/**
 * A moment on the clinic's clock with its zone named, as it stands on a signed record: 'January 10, 2026 at 9:05 PM EST'. It imports
 * nothing, so that the patient's page, which is light, may use it too.
 */
export function instantInWords(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone,
  }).format(new Date(instant));
}
