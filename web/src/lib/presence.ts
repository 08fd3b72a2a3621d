/** What somebody does at a screen. */
export const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** How often, in ms, a screen refreshes what several people work on at once, while it is open and in front. */
export const refreshEvery = 30_000;

/** For how long after a sign what the page asks for still counts as asked for by a person, in ms. */
const answering = 10_000;

// Whoever opens the page is there.
let last = Date.now();

/** Notes that somebody is at the screen, where another place than the page itself has told so. */
export function notePresence(): void {
  last = Date.now();
}

/**
 * Whether a person caused what is asked for now. What a page refreshes by itself says so to the server and keeps no session alive:
 * a screen that is left alone locks itself, however often it refreshes.
 */
export function isPresent(): boolean {
  return Date.now() - last < answering;
}

for (const sign of signs) window.addEventListener(sign, notePresence, { passive: true, capture: true });
