import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';

/** Begins something new where the address asks for it by `?new`, once: the address is then the page's own again. */
export function useAskedForNew(begin: () => void): void {
  const [params, setParams] = useSearchParams();
  const asked = params.has('new');
  const onAsked = useEffectEvent(() => {
    setParams((before) => {
      before.delete('new');
      return before;
    }, { replace: true, preventScrollReset: true });
    begin();
  });
  useEffect(() => {
    if (asked) onAsked();
  }, [asked]);
}
