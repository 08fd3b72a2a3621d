import type { FreeSlot } from '@/api/generated';
import { wallOf, type WallTime } from '@/lib/wallTime';

/** A free time to choose: a slot, and its wall time in the clinic. */
export interface FreeTime {
  wall: WallTime;
  provider: string;
  providerName: string;
}

export interface FreeDay {
  date: string;
  times: FreeTime[];
}

/** The slots by day. Of those that start at the same time the first alone: who it is with matters less than when. */
export function freeDays(slots: readonly FreeSlot[], timeZone: string): FreeDay[] {
  const days = new Map<string, Map<WallTime, FreeTime>>();
  for (const { starts_at, provider_id, provider_name } of slots) {
    const wall = wallOf(starts_at, timeZone);
    const date = wall.slice(0, 10);
    const times = days.get(date) ?? new Map<WallTime, FreeTime>();
    if (!times.has(wall))
      times.set(wall, { wall, provider: String(provider_id), providerName: provider_name });
    days.set(date, times);
  }
  return [...days].map(([date, times]) => ({ date, times: [...times.values()] }));
}
