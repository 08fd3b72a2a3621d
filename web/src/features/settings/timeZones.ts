/** Every zone that this browser can reckon with, by its IANA name. */
export const timeZones: readonly string[] = Intl.supportedValuesOf('timeZone');

/** The zone somebody means who types it in any case, with spaces for its underscores. */
export function findZone(typed: string): string | undefined {
  const wanted = typed.trim().replaceAll(' ', '_').toLowerCase();
  if (!wanted) return undefined;
  return timeZones.find((zone) => zone.toLowerCase() === wanted) ?? reckoned(typed.trim());
}

/** A zone that is known and not listed, such as the other name of one that is. */
function reckoned(zone: string): string | undefined {
  // An offset is no place: it knows no summer time.
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
