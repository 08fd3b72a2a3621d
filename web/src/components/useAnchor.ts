import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType, type Location } from 'react-router';

/** The addresses that have led to their panel: one that is drawn anew later takes nobody's place and focus. */
const arrived = new WeakSet<Location>();

/**
 * A `ref` for what an address with a hash leads to, which is scrolled to and focused once it is there: the browser looks for it only when
 * it opens a document, and pages and panels are drawn later. On the way back the browser restores the old position.
 */
export function useAnchor(anchor: string | undefined) {
  const target = useRef<HTMLElement>(null);
  const location = useLocation();
  // The first address of a document, and a link within the page, which the browser follows itself, are a POP too, but without a key.
  const back = useNavigationType() === 'POP' && location.key !== 'default';
  useEffect(() => {
    const isNamed = anchor !== undefined && location.hash === `#${anchor}`;
    if (!isNamed || back || arrived.has(location)) return;
    arrived.add(location);
    // After the effects of the frame, which starts a new page at its top and gives the focus to its content.
    queueMicrotask(() => {
      target.current?.scrollIntoView?.();
      target.current?.focus({ preventScroll: true });
    });
  }, [anchor, location, back]);
  return target;
}
