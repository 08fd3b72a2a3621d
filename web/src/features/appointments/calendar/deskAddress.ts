import { appointmentPageSize } from '@/api/listPages';
import { addDays, isPlausibleDate } from '@/lib/dates';

export const views = ['day', 'three', 'week', 'list'] as const;
export type View = (typeof views)[number];
/** The views that are a grid of hours. */
export type GridView = Exclude<View, 'list'>;

export const viewWords: Record<View, string> = {
  day: 'Day',
  three: '3 days',
  week: 'Week',
  list: 'List',
};

/** The column of the appointments that any provider may take. */
export const anyProvider = 'any';

/** The state of the screen. All of it is in the address, so that a link or a reload shows the same. */
export interface DeskAddress {
  view: GridView;
  /** 'YYYY-MM-DD': the day shown, or the first of them. */
  date: string;
  /** The one provider shown. */
  provider: number | typeof anyProvider | null;
  /** Whether cancelled appointments are shown too. */
  cancelled: boolean;
}

/** The view of an address: the one it names, else the list where it names the list's days, else the one used last. */
export function readView(search: URLSearchParams, remembered: View): View {
  const named = views.find((view) => view === search.get('view'));
  if (named) return named;
  return search.has('from') || search.has('to') ? 'list' : remembered;
}

export function readAddress(search: URLSearchParams, view: GridView, today: string): DeskAddress {
  const date = search.get('date') ?? '';
  const provider = search.get('provider') ?? '';
  return {
    view,
    date: isPlausibleDate(date) ? date : today,
    provider:
      provider === anyProvider
        ? anyProvider
        : /^[1-9]\d{0,15}$/.test(provider)
          ? Number(provider)
          : null,
    cancelled: search.get('cancelled') === '1',
  };
}

/** The query of an address. Today is left out: a bookmark of today stays one tomorrow. */
export function toDeskSearch(
  { view, date, provider, cancelled }: DeskAddress,
  today: string,
): string {
  const search = new URLSearchParams({ view });
  if (date !== today) search.set('date', date);
  if (provider !== null) search.set('provider', String(provider));
  if (cancelled) search.set('cancelled', '1');
  return `?${search}`;
}

/** The days of a view; a week begins on Sunday. */
export function daysOf({ view, date }: Pick<DeskAddress, 'view' | 'date'>): [string, ...string[]] {
  if (view === 'day') return [date];
  if (view === 'three') return [date, addDays(date, 1), addDays(date, 2)];
  const sunday = addDays(date, -new Date(`${date}T00:00:00Z`).getUTCDay());
  return [sunday, ...[1, 2, 3, 4, 5, 6].map((each) => addDays(sunday, each))];
}

/** What the list is asked for. */
export function rangeOf(address: DeskAddress): {
  from: string;
  to: string;
  includeCancelled?: boolean;
  limit: number;
} {
  const days = daysOf(address);
  return {
    from: days[0],
    to: days.at(-1) ?? days[0],
    ...(address.cancelled && { includeCancelled: true }),
    limit: appointmentPageSize,
  };
}

/** So many screens earlier or later. */
export function turned(address: DeskAddress, screens: number): DeskAddress {
  return { ...address, date: addDays(address.date, screens * daysOf(address).length) };
}

const long = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
});
const short = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const year = (date: string) => date.slice(0, 4);

const narrow = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
});

/** The heading: 'Wednesday, November 25' (where there is little room 'Wed, Nov 25'), or 'Nov 22 – 28'; with the year where it is not this one. */
export function rangeHeading(
  days: readonly [string, ...string[]],
  today: string,
  isShort = false,
): string {
  const [first, last] = [days[0], days.at(-1) ?? days[0]];
  const at = (date: string) => Date.parse(`${date}T00:00:00Z`);
  const suffix = year(last) === year(today) ? '' : `, ${year(last)}`;
  const text =
    first === last
      ? (isShort ? narrow : long).format(at(first))
      : short.formatRange(at(first), at(last)).replaceAll(/\s/gu, ' ');
  return `${text}${suffix}`;
}
