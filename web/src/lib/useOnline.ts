import { useSyncExternalStore } from 'react';

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether this device has a network, which does not mean that it reaches Celadon. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine);
}

/** Waits until there is one. */
export function whenOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve) =>
    window.addEventListener('online', () => resolve(), { once: true }),
  );
}

/** Shown while there is no network. */
export const offlineWords =
  'You are offline. What you entered is still here: save it when the connection is back.';
