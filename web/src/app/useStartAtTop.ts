import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Scrolls a new page to its top; on the way back the browser restores the old position. Not the router's ScrollRestoration, which writes
 * to the browser's storage, where this app keeps nothing.
 */
export function useStartAtTop(): void {
  const { pathname } = useLocation();
  const back = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    if (!back) window.scrollTo(0, 0);
  }, [pathname, back]);
}
