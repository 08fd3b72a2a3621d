import { useEffect, useState } from 'react';

import type { Availability } from '@/api/generated';
import { ask } from '@/api/ask';

/** Asks whether an address can be had, once the typing pauses. Undefined while that is not known. */
export function useAvailability(subdomain: string): Availability | undefined {
  const [known, setKnown] = useState<{ typed: string; answer: Availability }>();
  const typed = subdomain.trim();
  useEffect(() => {
    if (!typed) return;
    const gone = new AbortController();
    const timer = setTimeout(() => {
      ask<Availability>(`/api/clinics/availability?subdomain=${encodeURIComponent(typed)}`, { signal: gone.signal })
        .then((answer) => setKnown({ typed, answer }))
        // Signing up asks again, and says what was in the way.
        .catch(() => undefined);
    }, 300);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [typed]);
  return known?.typed === typed ? known.answer : undefined;
}
