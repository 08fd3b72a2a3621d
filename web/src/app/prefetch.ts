import { matchRoutes, type LazyRouteFunction, type RouteObject } from 'react-router';

const signs = ['pointerover', 'focusin', 'touchstart'] as const;

/**
 * Fetches the code of a screen as soon as somebody is about to go there: a pointer over its link, a finger on it, the focus. Only code:
 * a look at a patient's data leaves a row in the audit, and nobody has looked at anything before the click, which a press on a link
 * may never become. The answer stops it.
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

/** The link under a pointer, when it stays in the app and in this tab. */
function wayIn(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && link.origin === window.location.origin && !link.target ? link : null;
}

function isLoader(lazy: RouteObject['lazy']): lazy is LazyRouteFunction<RouteObject> {
  return typeof lazy === 'function';
}
