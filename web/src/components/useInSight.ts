import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';

/**
 * What a screen shows of a long list at first; the rest, which it has no room for, is drawn a moment later. Not on the way back: the browser
 * returns to the old place, and must find it.
 */
export function useInSight<List>(all: List, first: List): List {
  const back = useNavigationType() === 'POP';
  const whole = useDeferredValue(true, back);
  return whole ? all : first;
}
