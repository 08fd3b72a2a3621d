import type { Calendar } from '@event-calendar/core';

type Input = Calendar.EventInput;

/**
 * Makes lists of events of which the calendar draws anew only those that have changed. It makes an object of each event of a list with
 * the list's own `map`, and draws by these objects: so `map` returns the former object where the event is the same.
 */
export function eventKeeper(): (events: readonly Input[]) => Input[] {
  let kept = new Map<string, unknown>();
  return (events) => {
    const list = [...events];
    const map = (parse: (event: Input, at: number, all: Input[]) => unknown) => {
      const before = kept;
      kept = new Map();
      return events.map((event, at) => {
        const key = JSON.stringify(event);
        const made = before.get(key) ?? parse(event, at, list);
        kept.set(key, made);
        return made;
      });
    };
    return Object.defineProperty(list, 'map', { value: map });
  };
}
