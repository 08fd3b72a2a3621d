const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const isoDate = /^\d{4}-\d{2}-\d{2}$/;

/** A formatter for each time zone, made once: making one takes longer than formatting a thousand dates. */
export function perZone(
  options: Intl.DateTimeFormatOptions,
): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    made.set(timeZone, known);
    return known;
  };
}

const instants = perZone({ dateStyle: 'medium', timeStyle: 'short' });
const instantDates = perZone({ dateStyle: 'medium' });
const digits = perZone({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** A calendar date ('1980-01-10') as 'Jan 10, 1980', without a time zone that could shift it. */
export function formatDate(date: string | null | undefined): string {
  const day = date ? parseDate(date) : null;
  return day ? calendar.format(day) : '—';
}

/** An instant in the clinic's own time: 'Jan 10, 2026, 2:05 PM'. */
export function formatInstant(instant: string | null | undefined, timeZone: string): string {
  if (!instant) return '—';
  return instants(timeZone).format(new Date(instant));
}

/** The calendar date of an instant in the clinic's own time: 'Jan 10, 2026'. */
export function formatInstantDate(instant: string | null | undefined, timeZone: string): string {
  if (!instant) return '—';
  return instantDates(timeZone).format(new Date(instant));
}

/** Whether this is a complete date of a year that the server takes (1900 to 2200), and not one still being typed ('0202-11-20'). */
export function isPlausibleDate(date: string): boolean {
  return parseDate(date) !== null && date >= '1900' && date < '2201';
}

/** Today's date in a time zone, as 'YYYY-MM-DD'. */
export function today(timeZone: string, now: Date = new Date()): string {
  const [month, day, year] = digits(timeZone).format(now).split('/');
  return `${year}-${month}-${day}`;
}

const millisecondsOfDay = 86_400_000;

/** The day that many days later, 'YYYY-MM-DD'. In UTC, where every day has 24 hours. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * millisecondsOfDay)
    .toISOString()
    .slice(0, 10);
}

/** How many days later the second is. */
export function daysBetween(from: string, to: string): number {
  return Math.round(
    (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / millisecondsOfDay,
  );
}

/** Full years between a birth date and a day, both 'YYYY-MM-DD'; null when either is no date or the birth date is later. */
export function age(birthDate: string | null | undefined, onDay: string): number | null {
  if (!birthDate || !parseDate(birthDate) || !parseDate(onDay) || birthDate > onDay) return null;
  const years = Number(onDay.slice(0, 4)) - Number(birthDate.slice(0, 4));
  // Month and day are compared as text, so somebody born on Feb 29 is a year older on Mar 1 of other years.
  return onDay.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

function parseDate(date: string): Date | null {
  if (!isoDate.test(date)) return null;
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date ? null : day;
}
