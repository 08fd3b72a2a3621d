/** The free times of one day, on the clinic's clock. */
export interface TimesOfDay {
  /** 'Tuesday, December 1' */
  day: string;
  /** How many times there are on the days before. */
  before: number;
  times: { startsAt: string; clock: string }[];
}

const dayFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' });
const clockFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });

/** Times by day, in their order. */
export function byDay(times: readonly string[], timeZone: string): TimesOfDay[] {
  const [day, clock] = [dayFormat(timeZone), clockFormat(timeZone)];
  const days: TimesOfDay[] = [];
  for (const [before, startsAt] of times.entries()) {
    const at = new Date(startsAt);
    const name = day.format(at);
    if (days.at(-1)?.day !== name) days.push({ day: name, before, times: [] });
    days.at(-1)?.times.push({ startsAt, clock: clock.format(at) });
  }
  return days;
}

/** 'Tuesday, December 1' and '9:30 AM EST' */
export function inWords(at: string, timeZone: string): { date: string; time: string } {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return { date: dayFormat(timeZone).format(new Date(at)), time: clock.format(new Date(at)) };
}

/** '10:42 AM': on the visitor's own clock, as the phone shows it. */
export const ownClock = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(new Date(at));
