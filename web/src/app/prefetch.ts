import { matchRoutes, type LazyRouteFunction, type RouteObject } from 'react-router';

const intentEvents = ['pointerover', 'focusin', 'touchstart'] as const;

/**
 * Fetches the code of a screen when a pointer, a finger or the focus is on its link. Only code and no data: reading a patient's data
 * adds a row to the audit log, which must not exist without a click. Returns a function that stops it.
 */
export function prefetchOnIntent(routes: RouteObject[], page: Document = document): () => void {
  const requested = new Set<string>();
  const prefetch = ({ target }: Event) => {
    const link = linkAround(target);
    if (!link || requested.has(link.pathname)) return;
    requested.add(link.pathname);
    for (const {
      route: { lazy },
    } of matchRoutes(routes, link.pathname) ?? [])
      if (isLoader(lazy)) void lazy().catch(() => requested.delete(link.pathname));
  };
  for (const type of intentEvents) page.addEventListener(type, prefetch, { passive: true });
  return () => intentEvents.forEach((type) => page.removeEventListener(type, prefetch));
}

/** The link around an event's target, if it stays in the app and in this tab. */
function linkAround(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && link.origin === window.location.origin && !link.target ? link : null;
}

function isLoader(lazy: RouteObject['lazy']): lazy is LazyRouteFunction<RouteObject> {
  return typeof lazy === 'function';
}
