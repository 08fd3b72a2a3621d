import { perZone } from '@/lib/dates';

/** A time on the clinic's clock, 'YYYY-MM-DDTHH:MM', with no zone in it: what the calendar draws and what the server takes. */
export type WallTime = string;

const minute = 60_000;
const parts = perZone({
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const part = Object.fromEntries(
    parts(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minutes, second) - Math.floor(instant / 1000) * 1000;
}

export function wallOf(instant: string | number, timeZone: string): WallTime {
  const at = typeof instant === 'number' ? instant : Date.parse(instant);
  return textOf(at + offsetAt(at, timeZone));
}

/** The zone's offset at an instant, '-05:00'. */
export function offsetText(instant: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(instant, timeZone) / minute);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export function addMinutes(wall: WallTime, minutes: number): WallTime {
  return textOf(instantAs(wall) + minutes * minute);
}

export function minutesBetween(from: WallTime, to: WallTime): number {
  return (instantAs(to) - instantAs(from)) / minute;
}

/** A date whose parts in the browser's own zone are the clinic's: EventCalendar hands out such dates, and only their parts mean something. */
export function fromLocalDate(date: Date): WallTime {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  hour: 'numeric',
  minute: '2-digit',
});
/** The texts are kept by minute: a day of the calendar asks for some two hundred. */
const clockTexts = new Map<string, string>();
/** '2:30 PM'. Some engines write a narrow space before PM, which searches do not find. */
export function clockText(wall: WallTime): string {
  const time = wall.slice(11, 16);
  const text = clockTexts.get(time) ?? clock.format(instantAs(wall)).replaceAll(/\s/gu, ' ');
  clockTexts.set(time, text);
  return text;
}
/** '2:30': within the hours of one day AM and PM are not needed. */
export const shortClock = (wall: WallTime): string => clockText(wall).slice(0, -3);

const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
});
/** 'Wed, Nov 25'. */
export const shortDay = (date: string): string => day.format(Date.parse(`${date}T00:00:00Z`));

const two = (value: number) => String(value).padStart(2, '0');
/** In UTC, where every day has 24 hours. */
const instantAs = (wall: WallTime) => Date.parse(`${wall}:00Z`);
const textOf = (instant: number) => new Date(instant).toISOString().slice(0, 16);
