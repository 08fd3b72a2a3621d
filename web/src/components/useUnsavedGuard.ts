import { useCallback, useEffect, useRef } from 'react';

import { holdUnsavedWork } from '@/lib/unsavedWork';

/**
 * While `dirty`, leaving the page asks first (the router's question is in app/UnsavedPrompt, the browser's own is beforeunload).
 * The answer is called after a save that leaves the page at once, before React has seen the form become clean.
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
