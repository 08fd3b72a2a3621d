import { createCalendar, destroyCalendar, type Calendar } from '@event-calendar/core';
import { useLayoutEffect, useRef, type RefObject } from 'react';

type Options = Calendar.Options;

/** EventCalendar in a React element: made once, given only the options that have changed, and destroyed with it. */
export function useEventCalendar(
  host: RefObject<HTMLElement | null>,
  plugins: Calendar.Plugin[],
  options: Options,
): RefObject<Calendar | null> {
  const engine = useRef<Calendar>(null);
  const applied = useRef(options);

  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const made = createCalendar(host.current, plugins, applied.current);
    engine.current = made;
    return () => {
      engine.current = null;
      void destroyCalendar(made);
    };
  }, [host, plugins]);

  useLayoutEffect(() => {
    for (const name of Object.keys(options) as (keyof Options)[]) {
      if (options[name] !== applied.current[name]) engine.current?.setOption(name, options[name]);
    }
    applied.current = options;
  }, [options]);
  return engine;
}
