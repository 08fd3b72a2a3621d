import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Whether what a screen has no room for may be drawn: a moment after what it shows. Not on the way back: the browser returns to the old
 * place, and must find it.
 */
export function useAfterwards() {
  const back = useNavigationType() === 'POP';
  return useDeferredValue(true, back);
}

/** What a screen shows of a long list at first, and then all of it. `first` answers so many entries, of a list of entries so high, in px, or higher. */
export function useInSight<List>(all: List, first: (most: number) => List, least: number): List {
  return useAfterwards() ? all : first(Math.ceil(window.innerHeight / least));
}
