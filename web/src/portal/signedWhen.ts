/** When the consent was signed, on the clinic's clock with its zone named: as it stands in the clinic's own record. */
export function signedWhen(signedAt: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone,
  }).format(new Date(signedAt));
}
