import { useEffect, useState } from 'react';

import { fetchJson, asFailure } from '@/api/fetchJson';

export type Link<Found> =
  | { phase: 'loading' }
  | { phase: 'open'; found: Found }
  | {
      phase: 'failed';
      lostConnection: boolean;
      /** What the clinic has done with what is behind it, in a sentence. */ reason?: string;
    };

/** Loads what is behind a link. Without an address it fails without a request. */
export function useLink<Found>(url: string): { opening: Link<Found>; retry: () => void } {
  const [opening, setOpening] = useState<Link<Found>>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    const answer = (next: Link<Found>) => {
      if (!signal.aborted) setOpening(next);
    };
    if (url === '') answer({ phase: 'failed', lostConnection: false });
    else {
      fetchJson<Found>(url, { signal }).then(
        (found) => answer({ phase: 'open', found }),
        (thrown: unknown) => {
          const { status, message } = asFailure(thrown);
          answer({
            phase: 'failed',
            lostConnection: status === 'NETWORK',
            ...(status === 409 && { reason: message }),
          });
        },
      );
    }
    return () => request.abort();
  }, [url, attempt]);

  return {
    opening,
    retry: () => {
      setOpening({ phase: 'loading' });
      setAttempt((count) => count + 1);
    },
  };
}

/** The part of a page's path that `pattern` finds, decoded; '' when there is none. */
export function tokenIn(path: string, pattern: RegExp): string {
  try {
    return decodeURIComponent(pattern.exec(path)?.[1] ?? '');
  } catch {
    return '';
  }
}
