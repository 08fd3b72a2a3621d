import { useEffect, useState, useSyncExternalStore } from 'react';

/**
 * A hook for code that is fetched once its page is drawn: undefined until it is there, then for all who use it. A failed fetch is tried
 * again by `retry`, and with each new `attempt`.
 */
export function lazyCode<Code>(load: () => Promise<Code>) {
  let loaded: Code | undefined;
  const users = new Set<() => void>();
  const subscribe = (redraw: () => void) => {
    users.add(redraw);
    return () => void users.delete(redraw);
  };
  const fetchCode = async () => {
    loaded ??= await load();
    for (const redraw of users) redraw();
  };

  function useLazyCode(attempt = '') {
    const code = useSyncExternalStore(subscribe, () => loaded);
    const [retries, setRetries] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded) return undefined;
      let gone = false;
      fetchCode().catch(() => gone || setFailed(true));
      return () => {
        gone = true;
      };
    }, [attempt, retries]);
    return { code, failed: failed && !code, retry: () => setRetries(retries + 1) };
  }
  /** Fetches the code before a page that needs it is drawn. What fails is fetched again by the hook, which reports it. */
  useLazyCode.preload = () => fetchCode().catch(() => {});
  return useLazyCode;
}
