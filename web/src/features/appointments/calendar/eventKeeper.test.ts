import { expect, test, vi } from 'vitest';

import { eventKeeper } from '@/features/appointments/calendar/eventKeeper';

const event = (id: number, start: string) => ({
  id,
  start: `2026-11-20T${start}`,
  end: '2026-11-20T18:00',
  resourceIds: ['4'],
});

test('what the calendar has made of an event is made again only where the event has changed', () => {
  const keep = eventKeeper();
  const parse = vi.fn((input: object) => ({ ...input }));
  const first = keep([event(1, '09:00'), event(2, '10:00')]).map(parse);
  const second = keep([event(2, '10:00'), event(1, '09:30'), event(3, '11:00')]).map(parse);
  expect(second.map(({ id }: { id?: number }) => id)).toEqual([2, 1, 3]);
  expect(second[0]).toBe(first[1]);
  expect(second[1]).not.toBe(first[0]);
  expect(parse).toHaveBeenCalledTimes(4);
  // What has left meanwhile is made anew.
  keep([]).map(parse);
  expect(keep([event(2, '10:00')]).map(parse)[0]).not.toBe(first[1]);
});
