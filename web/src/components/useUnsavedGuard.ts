import { useCallback, useEffect, useRef } from 'react';

import { holdUnsavedWork } from '@/lib/unsavedWork';

/**
 * While `dirty`, leaving the page asks first (app/UnsavedPrompt within the app, `beforeunload` for the browser). Returns a function that
 * lifts the guard at once, for a save that leaves the page before React has seen the form become clean.
 */
export function useUnsavedGuard(dirty: boolean): () => void {
  const letGo = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!dirty) return undefined;
    const release = holdUnsavedWork();
    letGo.current = release;
    return release;
  }, [dirty]);
  return useCallback(() => letGo.current?.(), []);
}
