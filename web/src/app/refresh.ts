import { setupListeners } from '@reduxjs/toolkit/query';

import type { AppStore } from '@/api/store';

/** How old, in ms, a refresh must be for the next one: a window that comes back reports it more than once. */
const fresh = 2_000;

/**
 * What is on the screen is asked for again when somebody comes back to the window and when the network is back. A form keeps what was
 * entered: none starts anew from an answer that comes later.
 */
export function refreshOnReturn(dispatch: AppStore['dispatch']): () => void {
  return setupListeners(dispatch, (_dispatch, { onFocus, onFocusLost, onOnline, onOffline }) => {
    let last = -Infinity;
    const back = () => {
      const now = performance.now();
      if (now - last < fresh) return;
      last = now;
      dispatch(onFocus());
    };
    const turned = () => {
      if (document.visibilityState === 'visible') return back();
      // Until the return is told nothing is polled: the next one counts however soon it comes.
      last = -Infinity;
      dispatch(onFocusLost());
    };
    const online = () => void dispatch(onOnline());
    const offline = () => void dispatch(onOffline());
    window.addEventListener('focus', back);
    window.addEventListener('online', online);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', turned);
    return () => {
      window.removeEventListener('focus', back);
      window.removeEventListener('online', online);
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', turned);
    };
  });
}
