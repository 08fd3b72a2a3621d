const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const isoDate = /^\d{4}-\d{2}-\d{2}$/;

/** Making a formatter takes longer than a thousand dates written with it: one is kept for each zone. */
export function perZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
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

/** A calendar date ('1980-01-10') as people write it: 'Jan 10, 1980'. A date of birth has no time zone, so none may shift it. */
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

/** A whole date somebody may mean, of a year the server takes (1900 to 2200), and not one that is still being typed ('0202-11-20'). */
export function isMeantDate(date: string): boolean {
  return parseDate(date) !== null && date >= '1900' && date < '2201';
}

/** Today's date in a time zone, as 'YYYY-MM-DD'. */
export function today(timeZone: string, now: Date = new Date()): string {
  const [month, day, year] = digits(timeZone).format(now).split('/');
  return `${year}-${month}-${day}`;
}

/** Full years between a birth date and a day, both 'YYYY-MM-DD'; null when there is no believable answer. */
export function age(birthDate: string | null | undefined, onDay: string): number | null {
  if (!birthDate || !parseDate(birthDate) || !parseDate(onDay) || birthDate > onDay) return null;
  const years = Number(onDay.slice(0, 4)) - Number(birthDate.slice(0, 4));
  // Month and day compare as text: somebody born on Feb 29 turns on Mar 1 where there is no Feb 29.
  return onDay.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

function parseDate(date: string): Date | null {
  if (!isoDate.test(date)) return null;
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date ? null : day;
}
