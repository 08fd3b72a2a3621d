/** When the consent was signed, on the patient's own clock, with its zone named: the portal does not know the clinic's. */
export function signedWhen(signedAt: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(signedAt));
}
