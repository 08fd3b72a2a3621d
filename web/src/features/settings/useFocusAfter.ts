import { useLayoutEffect, useRef, type RefObject } from 'react';

type Move = 'up' | 'down' | 'remove';

/** Focuses an entry's button after the list is reordered, or the field for a new entry when none is left. */
export function useFocusAfter(rows: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ at: number; move: Move } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { at, move } = wanted.current;
    wanted.current = null;
    const target = rows.current?.querySelector<HTMLElement>(
      at < 0 ? '[data-new-entry] input' : `[data-entry="${at}"] [data-move="${move}"]`,
    );
    target?.focus();
  });
  return (at: number, move: Move) => {
    wanted.current = { at, move };
  };
}
