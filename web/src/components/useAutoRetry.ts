import { useEffect, useEffectEvent } from 'react';

import { refreshInterval } from '@/lib/userActivity';

/**
 * Calls `onRetry` every half minute while `wanted`, the page is in front and there is a network. When a lost network comes back, RTK
 * Query refetches by itself.
 */
export function useAutoRetry(wanted: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setInterval(() => {
      if (navigator.onLine && document.visibilityState === 'visible') retry();
    }, refreshInterval);
    return () => clearInterval(timer);
  }, [wanted]);
}
