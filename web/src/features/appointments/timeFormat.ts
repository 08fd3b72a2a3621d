import { perZone } from '@/lib/dates';

const hour = 3_600_000;
const dayLong = 24 * hour;

const plain = perZone({ timeStyle: 'short' });
const named = perZone({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
const offset = perZone({ timeZoneName: 'longOffset' });
const general = perZone({ timeZoneName: 'longGeneric' });

/** The time zone's name in what a formatter writes. */
const zonePart = (written: Intl.DateTimeFormat, instant: number) =>
  written.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;

/** Returns a formatter for ranges in the clinic's time: '2:30 PM – 3:00 PM'. */
export function timeRangeFormatter(timeZone: string): (startsAt: string, endsAt: string) => string {
  // Some engines write a narrow space before AM and PM, which searches do not find.
  const write = (clock: Intl.DateTimeFormat, instant: number) =>
    clock.format(instant).replaceAll(/\s/gu, ' ');
  const zone = (instant: number) => zonePart(named(timeZone), instant);
  const comesTwice = (instant: number) =>
    [instant - hour, instant + hour].some(
      (near) => write(plain(timeZone), near) === write(plain(timeZone), instant),
    );

  // Looking for a change of the clocks costs more than formatting, so it is done once a day, with an hour on either side.
  const changing = new Map<number, boolean>();
  const isNearChange = (instant: number) => {
    const number = Math.floor(instant / dayLong);
    const known = changing.get(number);
    if (known !== undefined) return known;
    const [before, after] = [number * dayLong - hour, (number + 1) * dayLong + hour].map((edge) =>
      zonePart(offset(timeZone), edge),
    );
    changing.set(number, before !== after);
    return before !== after;
  };
  const isUnclear = (ends: readonly [number, number]) =>
    zone(ends[0]) !== zone(ends[1]) || ends.some(comesTwice);

  return (startsAt, endsAt) => {
    const ends = [Date.parse(startsAt), Date.parse(endsAt)] as const;
    // Around a change of the clocks a time without its zone is ambiguous.
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
