import { matchRoutes, RouterContextProvider, type LazyRouteFunction, type RouteObject } from 'react-router';

const signs = ['pointerover', 'focusin', 'touchstart'] as const;
const presses = ['pointerdown', 'pointerup'] as const;

/**
 * Fetches the code of a screen as soon as somebody is about to go there: a pointer over its link, a finger on it, the focus. Only code:
 * a look at a patient's data leaves a row in the audit, and a pointer that passed over a name has looked at nothing. What the screen
 * asks beforehand is asked with the press itself, not with the click that follows it.
 * The answer stops it.
 */
export function prefetchOnIntent(routes: RouteObject[], page: Document = document): () => void {
  const known = new Set<string>();
  const intend = ({ target }: Event) => {
    const link = wayIn(target);
    if (!link || known.has(link.pathname)) return;
    known.add(link.pathname);
    for (const { route: { lazy } } of matchRoutes(routes, link.pathname) ?? []) if (isLoader(lazy)) void lazy().catch(() => known.delete(link.pathname));
  };
  const press = (event: PointerEvent) => {
    const link = wayIn(event.target);
    // What is asked for on one and the same screen is its own business.
    if (link && leads(event, link) && link.pathname !== window.location.pathname) void ask(routes, new URL(link.href));
  };
  for (const sign of signs) page.addEventListener(sign, intend, { passive: true });
  for (const kind of presses) page.addEventListener(kind, press, { passive: true });
  return () => {
    signs.forEach((sign) => page.removeEventListener(sign, intend));
    presses.forEach((kind) => page.removeEventListener(kind, press));
  };
}

/** The link under a pointer, when it stays in the app and in this tab. */
function wayIn(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  return link && link.origin === window.location.origin && !link.target ? link : null;
}

/**
 * A mouse leads somewhere when its button goes down; a finger, which may be about to scroll, when it is lifted and has not. Upon the rail
 * nobody scrolls: there a finger asks as it comes down, and finds the answer when it is lifted.
 */
function leads({ type, pointerType, button, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent, link: HTMLAnchorElement): boolean {
  const asked = pointerType === 'mouse' || link.closest('[data-asks="at-once"]') ? 'pointerdown' : 'pointerup';
  return type === asked && button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
}

/** The router asks the same once more a moment later, of a screen that has its answer or waits for it. */
async function ask(routes: RouteObject[], url: URL): Promise<void> {
  const match = matchRoutes(routes, url.pathname)?.at(-1);
  if (!match || !isLoader(match.route.lazy)) return;
  try {
    const { loader } = await match.route.lazy();
    if (typeof loader === 'function') await loader({ request: new Request(url), url, pattern: match.route.path ?? '', params: match.params, context: new RouterContextProvider() });
  } catch {
    // The way itself tells what fails.
  }
}

function isLoader(lazy: RouteObject['lazy']): lazy is LazyRouteFunction<RouteObject> {
  return typeof lazy === 'function';
}
