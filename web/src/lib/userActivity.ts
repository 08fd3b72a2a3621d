/** The events that show somebody is at the screen. */
export const activityEvents = [
  'pointerdown',
  'pointermove',
  'keydown',
  'wheel',
  'touchstart',
] as const;

/** How often, in ms, a screen refreshes what several people work on at once, while it is open and in front. */
export const refreshInterval = 30_000;

/** For how long after an event, in ms, requests still count as made by a person. */
const activeFor = 10_000;

// Opening the page is activity.
let lastEvent = Date.now();

/** Notes activity that another place than this page has reported, such as another tab. */
export function noteUserActivity(): void {
  lastEvent = Date.now();
}

/**
 * Whether a person caused the requests sent now. Those that a page sends by itself are marked as such and do not keep the session
 * alive: an unattended screen is locked, however often it refreshes.
 */
export function isUserActive(): boolean {
  return Date.now() - lastEvent < activeFor;
}

for (const event of activityEvents)
  window.addEventListener(event, noteUserActivity, { passive: true, capture: true });
