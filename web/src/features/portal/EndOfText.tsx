import { useEffect, useRef } from 'react';

import { fetchJson } from '@/api/fetchJson';
import { consentUrl } from '@/features/portal/consentUrl';

/** Stands after the text, and reports once to the clinic that the page has shown it to its end. Signing does not depend on it. */
export function EndOfText({ token }: { token: string }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return undefined;
    const watching = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watching.disconnect();
      fetchJson(`${consentUrl(token)}/read-to-end`, { method: 'POST' }).catch(() => undefined);
    });
    watching.observe(end.current);
    return () => watching.disconnect();
  }, [token]);
  return <div ref={end} aria-hidden />;
}
