import { useEffect, useState } from 'react';

/** A hook for code that is fetched once its page is drawn: undefined until it is there. A failed fetch is tried again by `retry`, and with each new `attempt`. */
export function lazyCode<Code>(load: () => Promise<Code>) {
  let loaded: Code | undefined;
  const fetchCode = async () => {
    loaded ??= await load();
  };

  function useLazyCode(attempt = '') {
    const [retries, setRetries] = useState(0);
    const [failed, setFailed] = useState(false);
    const [, redraw] = useState(false);
    useEffect(() => {
      if (loaded) return undefined;
      let gone = false;
      fetchCode().then(() => gone || redraw(true), () => gone || setFailed(true));
      return () => {
        gone = true;
      };
    }, [attempt, retries]);
    return { code: loaded, failed: failed && !loaded, retry: () => setRetries(retries + 1) };
  }
  /** Fetches the code before a page that needs it is drawn. What fails is fetched again by the hook, which reports it. */
  useLazyCode.preload = () => fetchCode().catch(() => {});
  return useLazyCode;
}
