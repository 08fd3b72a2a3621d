import { matchRoutes, type LazyRouteFunction, type RouteObject } from 'react-router';

const signs = ['pointerover', 'focusin', 'touchstart'] as const;

/**
 * Fetches the code of a screen when a pointer, a finger or the focus is on its link. Only code and no data: reading a patient's data
 * leaves a row in the audit, and nobody has read anything before the click. Returns a function that stops it.
 */
export function prefetchOnIntent(routes: RouteObject[], page: Document = document): () => void {
  const known = new Set<string>();
  const intend = ({ target }: Event) => {
    const link = wayIn(target);
    if (!link || known.has(link.pathname)) return;
    known.add(link.pathname);
    for (const { route: { lazy } } of matchRoutes(routes, link.pathname) ?? []) if (isLoader(lazy)) void lazy().catch(() => known.delete(link.pathname));
  };
  for (const sign of signs) page.addEventListener(sign, intend, { passive: true });
  return () => signs.forEach((sign) => page.removeEventListener(sign, intend));
}

/** The link around an event's target, if it stays in the app and in this tab. */
function wayIn(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && link.origin === window.location.origin && !link.target ? link : null;
}

function isLoader(lazy: RouteObject['lazy']): lazy is LazyRouteFunction<RouteObject> {
  return typeof lazy === 'function';
}
