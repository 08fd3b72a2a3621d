import type { ConsentEvent } from '@/api/generated';

/** An event, or several openings that follow each other, as one with the time of the last. */
export interface JoinedEvent extends ConsentEvent {
  times: number;
}

/** Joins openings that follow each other: programs that preview links open them too. */
export function joinOpenings(events: readonly ConsentEvent[]): JoinedEvent[] {
  const joined: JoinedEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (event.kind === 'opened' && last?.kind === 'opened')
      joined.splice(-1, 1, { ...event, times: last.times + 1 });
    else joined.push({ ...event, times: 1 });
  }
  return joined;
}
