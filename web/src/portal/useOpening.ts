import { useEffect, useState } from 'react';

import { ask, asFailure } from '@/api/ask';
import type { PortalConsent } from '@/api/generated';

export type Opening = { phase: 'loading' } | { phase: 'open'; consent: PortalConsent } | { phase: 'failed'; lostConnection: boolean };

/** What lies behind the link's token, and a way to ask again. Without a token nothing is asked. */
export function useOpening(token: string): { opening: Opening; retry: () => void } {
  const [opening, setOpening] = useState<Opening>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const answer = (next: Opening) => {
      if (!signal.aborted) setOpening(next);
    };
    if (token === '') answer({ phase: 'failed', lostConnection: false });
    else {
      ask<PortalConsent>(consentAt(token), { signal }).then(
        (consent) => answer({ phase: 'open', consent }),
        (thrown: unknown) => signal.aborted || answer({ phase: 'failed', lostConnection: asFailure(thrown).status === 'NETWORK' }),
      );
    }
    return () => asking.abort();
  }, [token, attempt]);

  return {
    opening,
    retry: () => {
      setOpening({ phase: 'loading' });
      setAttempt((count) => count + 1);
    },
  };
}

/** The address of a consent's call. */
export const consentAt = (token: string) => `/api/portal/consent/${encodeURIComponent(token)}`;

/** The token in the page's own address, '' when there is none or it is no proper one. */
export function tokenIn(path: string): string {
  try {
    return decodeURIComponent(/^\/portal\/sign\/([^/]+)\/?$/.exec(path)?.[1] ?? '');
  } catch {
    return '';
  }
}
