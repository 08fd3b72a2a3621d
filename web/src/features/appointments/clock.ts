import { perZone } from '@/lib/dates';

const hour = 3_600_000;
const dayLong = 24 * hour;

const plain = perZone({ timeStyle: 'short' });
const named = perZone({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
const offset = perZone({ timeZoneName: 'longOffset' });
const general = perZone({ timeZoneName: 'longGeneric' });

/** The words for a zone among what a formatter writes. */
const zonePart = (written: Intl.DateTimeFormat, instant: number) => written.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;

/** Writes from when to when, in the clinic's time: '2:30 PM – 3:00 PM'. */
export function clockOf(timeZone: string): (startsAt: string, endsAt: string) => string {
  // Some engines put a narrow space before AM and PM; copied text and searches know the common one.
  const write = (clock: Intl.DateTimeFormat, instant: number) => clock.format(instant).replaceAll(/\s/gu, ' ');
  const zone = (instant: number) => zonePart(named(timeZone), instant);
  const comesTwice = (instant: number) =>
    [instant - hour, instant + hour].some((near) => write(plain(timeZone), near) === write(plain(timeZone), instant));

  // Nearly no day has a change of clocks, and asking costs more than writing: once for each day, an hour around it included.
  const changing = new Map<number, boolean>();
  const isNearChange = (instant: number) => {
    const number = Math.floor(instant / dayLong);
    const known = changing.get(number);
    if (known !== undefined) return known;
    const [before, after] = [number * dayLong - hour, (number + 1) * dayLong + hour].map((edge) => zonePart(offset(timeZone), edge));
    changing.set(number, before !== after);
    return before !== after;
  };
  const isUnclear = (ends: readonly [number, number]) => zone(ends[0]) !== zone(ends[1]) || ends.some(comesTwice);

  return (startsAt, endsAt) => {
    const ends = [Date.parse(startsAt), Date.parse(endsAt)] as const;
    // Around a clock change the hour alone says too little.
    const clock = ends.some(isNearChange) && isUnclear(ends) ? named(timeZone) : plain(timeZone);
    return ends.map((end) => write(clock, end)).join(' – ');
  };
}

/** The clinic's zone as people name it: 'Eastern Time (America/New York)'. */
export function zoneName(timeZone: string): string {
  const name = zonePart(general(timeZone), Date.now()) ?? timeZone;
  return `${name} (${timeZone.replaceAll('_', ' ')})`;
}

const weekday = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** The heading of a day: 'Today, Friday, November 20, 2026'. */
export function dayHeading(date: string, today: string): string {
  const day = weekday.format(new Date(`${date}T00:00:00Z`));
  return date === today ? `Today, ${day}` : day;
}
