import { useLayoutEffect, type RefObject } from 'react';

const promised = ['table', 'rowgroup', 'row', 'cell', 'columnheader']
  .map((role) => `[role="${role}"]`)
  .join();

/**
 * EventCalendar calls its grid a table, whose rows hold things that no row may hold, and each event an article. Our
 * cards are buttons with whole names, so the wrong roles around them are removed.
 */
export function usePlainRoles(host: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const frame = host.current;
    if (!frame) return undefined;
    const strip = () => {
      for (const element of frame.querySelectorAll(promised))
        for (const name of ['role', 'aria-colindex', 'aria-colspan']) element.removeAttribute(name);
      for (const element of frame.querySelectorAll('article:not([role])'))
        element.setAttribute('role', 'presentation');
    };
    strip();
    const watch = new MutationObserver(strip);
    watch.observe(frame, { childList: true, subtree: true, attributeFilter: ['role'] });
    return () => watch.disconnect();
  }, [host]);
}
