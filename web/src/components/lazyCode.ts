import { useEffect, useState } from 'react';

/** A hook for code that is fetched once its page is drawn: undefined until it is there. With each new `attempt` a failed fetch is tried again. */
export function lazyCode<Code>(load: () => Promise<Code>) {
  let loaded: Code | undefined;
  const fetchCode = async () => {
    loaded ??= await load();
  };

  function useLazyCode(attempt: string) {
    const [failed, setFailed] = useState(false);
    const [, redraw] = useState(false);
    useEffect(() => {
      if (loaded) return undefined;
      let gone = false;
      fetchCode().then(() => gone || redraw(true), () => gone || setFailed(true));
      return () => {
        gone = true;
      };
    }, [attempt]);
    return { code: loaded, failed: failed && !loaded };
  }
  /** Fetches the code before a page that needs it is drawn. */
  useLazyCode.preload = fetchCode;
  return useLazyCode;
}
