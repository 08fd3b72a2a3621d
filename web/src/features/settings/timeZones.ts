/** Every time zone of this browser, by its IANA name. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** The zone that a typed text names, in any case and with spaces for underscores. */
export function findZone(typed: string): string | undefined {
  const wanted = typed.trim().replaceAll(' ', '_').toLowerCase();
  if (!wanted) return undefined;
  return timeZones.find((zone) => zone.toLowerCase() === wanted) ?? offsetName(typed.trim());
}

/** A zone that the browser accepts but does not list, such as an alias. */
function offsetName(zone: string): string | undefined {
  // An offset is not accepted: it has no summer time.
  if (zone !== 'UTC' && !/^[A-Z]\w+\/[\w+/-]+$/.test(zone)) return undefined;
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: zone }) && zone;
  } catch {
    return undefined;
  }
}

/** The time of the day there: '2:05 PM'. */
export function timeIn(zone: string, now: number): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' }).format(now);
}
