import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * A new page is seen from its top; on the way back the browser itself returns to the old place. The router's own way keeps a list of
 * places in the browser's storage, and this app keeps nothing there.
 */
export function useStartAtTop(): void {
  const { pathname } = useLocation();
  const back = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    if (!back) window.scrollTo(0, 0);
  }, [pathname, back]);
}
