import { useLayoutEffect, useRef, type RefObject } from 'react';

type Move = 'up' | 'down' | 'remove';

/** Takes the focus to an entry's button once the list stands in its new order; to the field for a new one when none is left. */
export function useFocusAfter(rows: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ at: number; move: Move } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { at, move } = wanted.current;
    wanted.current = null;
    const target = rows.current?.querySelector<HTMLElement>(at < 0 ? '[data-new-entry] input' : `[data-entry="${at}"] [data-move="${move}"]`);
    target?.focus();
  });
  return (at: number, move: Move) => {
    wanted.current = { at, move };
  };
}
