const hour = 3_600_000;

/** Writes from when to when, in the clinic's time: '2:30 PM – 3:00 PM'. */
export function clockOf(timeZone: string): (startsAt: string, endsAt: string) => string {
  const plain = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' });
  const named = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  // Some engines put a narrow space before AM and PM; copied text and searches know the common one.
  const write = (clock: Intl.DateTimeFormat, instant: number) => clock.format(instant).replaceAll(/\s/gu, ' ');
  const zone = (instant: number) => named.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  const comesTwice = (instant: number) => [instant - hour, instant + hour].some((near) => write(plain, near) === write(plain, instant));

  return (startsAt, endsAt) => {
    const ends = [Date.parse(startsAt), Date.parse(endsAt)] as const;
    // Around a clock change the hour alone says too little.
    const clock = zone(ends[0]) !== zone(ends[1]) || ends.some(comesTwice) ? named : plain;
    return ends.map((end) => write(clock, end)).join(' – ');
  };
}

/** The clinic's zone as people name it: 'Eastern Time (America/New York)'. */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${name} (${timeZone.replaceAll('_', ' ')})`;
}

const weekday = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** The heading of a day: 'Today, Friday, November 20, 2026'. */
export function dayHeading(date: string, today: string): string {
  const day = weekday.format(new Date(`${date}T00:00:00Z`));
  return date === today ? `Today, ${day}` : day;
}
