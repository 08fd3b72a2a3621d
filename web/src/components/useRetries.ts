import { useEffect, useEffectEvent } from 'react';

import { refreshEvery } from '@/lib/presence';

/**
 * Asks again every half minute without anybody's doing, while `wanted`, the page is in front and there is a network. A network that comes
 * back asks by itself.
 */
export function useRetries(wanted: boolean, ask: () => void): void {
  const retry = useEffectEvent(ask);
  useEffect(() => {
    if (!wanted) return undefined;
    const timer = setInterval(() => {
      if (navigator.onLine && document.visibilityState === 'visible') retry();
    }, refreshEvery);
    return () => clearInterval(timer);
  }, [wanted]);
}
