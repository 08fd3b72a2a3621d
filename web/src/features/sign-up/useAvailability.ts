import { useEffect, useState } from 'react';

import { fetchJson } from '@/api/fetchJson';
import type { Availability } from '@/api/generated';

/** Whether a subdomain is free, checked when the typing pauses. Undefined until there is an answer. */
export function useAvailability(subdomain: string): Availability | undefined {
  const [known, setKnown] = useState<{ typed: string; answer: Availability }>();
  const typed = subdomain.trim();
  useEffect(() => {
    if (!typed) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      fetchJson<Availability>(`/api/clinics/availability?subdomain=${encodeURIComponent(typed)}`, {
        signal: gone.signal,
      })
        .then((answer) => setKnown({ typed, answer }))
        // Signing up checks again and reports the reason.
        .catch(() => undefined);
    }, 300);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [typed]);
  return known?.typed === typed ? known.answer : undefined;
}
