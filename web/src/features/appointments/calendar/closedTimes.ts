import type { Block, HoursOfDay, Schedule } from '@/api/generated';
import { anyProvider } from '@/features/appointments/calendar/deskAddress';
import { addDays } from '@/lib/dates';
import { wallOf, type WallTime } from '@/lib/wallTime';

/** A time of a column in which nobody is expected to be booked, and why. */
export interface ClosedTime {
  id: string;
  start: WallTime;
  end: WallTime;
  column: string;
  reason: string;
}

const midnight = '00:00';

/** What is hatched on these days: closed days, the hours outside of the plan, and blocked times, for each column. */
export function closedTimes(
  { days: planned, hours, blocks }: Schedule,
  days: readonly string[],
  columns: readonly string[],
  timeZone: string,
): ClosedTime[] {
  const blocked = blocks.map((block) => ({
    ...block,
    start: wallOf(block.starts_at, timeZone),
    end: wallOf(block.ends_at, timeZone),
  }));
  return columns.flatMap((column) =>
    days.flatMap((day): ClosedTime[] => {
      const closure = planned.find(({ date }) => date === day)?.closure;
      const end = `${addDays(day, 1)}T${midnight}`;
      if (closure)
        return [
          {
            id: `${column} ${day} closed`,
            start: `${day}T${midnight}`,
            end,
            column,
            reason: `Closed: ${closure.reason}`,
          },
        ];
      const off = gaps(spansOf(hours, column, day)).map(([from, to], index) => ({
        id: `${column} ${day} off ${index}`,
        start: `${day}T${from}`,
        end: to === midnight ? end : `${day}T${to}`,
        column,
        reason: 'Closed',
      }));
      const kept = blocked.filter(
        (block) => isOf(block, column) && block.start < end && block.end > `${day}T${midnight}`,
      );
      // A block of several days is drawn on each of them.
      return [
        ...off,
        ...kept.map((block) => ({
          id: `${column} ${day} block ${block.id}`,
          start: later(block.start, `${day}T${midnight}`),
          end: earlier(block.end, end),
          column,
          reason: block.reason,
        })),
      ];
    }),
  );
}

/** The hours of a column on a day: the member's own, or the clinic's for a member who has none. */
function spansOf(hours: readonly HoursOfDay[], column: string, day: string): [string, string][] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const own =
    column === anyProvider ? [] : hours.filter(({ member_id }) => String(member_id) === column);
  const plan = own.length > 0 ? own : hours.filter(({ member_id }) => member_id === null);
  return plan
    .filter((span) => span.weekday === weekday)
    .map(({ opens_at, closes_at }) => [opens_at.slice(0, 5), closes_at.slice(0, 5)]);
}

/** The times of a day outside of its hours. The hours are sorted. */
function gaps(spans: readonly [string, string][]): [string, string][] {
  const edges = [midnight, ...spans.flat(), midnight];
  return edges.flatMap((from, index): [string, string][] => {
    const to = edges[index + 1];
    return index % 2 === 0 && to !== undefined && (from !== to || spans.length === 0)
      ? [[from, to]]
      : [];
  });
}

/** A room's or a device's has no column. */
const isOf = ({ member_id, resource_id }: Block, column: string) =>
  member_id === null ? resource_id === null : String(member_id) === column;
const later = (one: WallTime, other: WallTime) => (one > other ? one : other);
const earlier = (one: WallTime, other: WallTime) => (one < other ? one : other);
