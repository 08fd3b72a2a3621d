import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Begins something new where the address says `?new`, once: the address is then the page's own again. */
export function useNewFromAddress(begin: () => void): void {
  const [params, setParams] = useSearchParams();
  const isRequested = params.has('new');
  const onRequest = useEffectEvent(() => {
    setParams(
      (before) => {
        before.delete('new');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    begin();
  });
  useEffect(() => {
    if (isRequested) onRequest();
  }, [isRequested]);
}
