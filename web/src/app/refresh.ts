import { setupListeners } from '@reduxjs/toolkit/query';

import type { AppStore } from '@/api/store';

/** The least time, in ms, between two refreshes: a window that gets the focus fires several events. */
const fresh = 2_000;

/**
 * Refetches what is on the screen when the window gets the focus and when the network is back. Forms keep what was entered: none is
 * reset by an answer that comes later.
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
      // RTK Query polls nothing before the focus event, so the next return counts however soon it comes.
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
