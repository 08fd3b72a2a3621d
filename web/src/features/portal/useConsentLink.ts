import { useEffect, useState } from 'react';

import { fetchJson, asFailure } from '@/api/fetchJson';
import type { PortalConsent } from '@/api/generated';

export type ConsentLink = { phase: 'loading' } | { phase: 'open'; consent: PortalConsent } | { phase: 'failed'; lostConnection: boolean };

/** Loads the consent behind the link's token. Without a token it fails without a request. */
export function useConsentLink(token: string): { opening: ConsentLink; retry: () => void } {
  const [opening, setOpening] = useState<ConsentLink>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    const answer = (next: ConsentLink) => {
      if (!signal.aborted) setOpening(next);
    };
    if (token === '') answer({ phase: 'failed', lostConnection: false });
    else {
      fetchJson<PortalConsent>(consentUrl(token), { signal }).then(
        (consent) => answer({ phase: 'open', consent }),
        (thrown: unknown) => signal.aborted || answer({ phase: 'failed', lostConnection: asFailure(thrown).status === 'NETWORK' }),
      );
    }
    return () => request.abort();
  }, [token, attempt]);

  return {
    opening,
    retry: () => {
      setOpening({ phase: 'loading' });
      setAttempt((count) => count + 1);
    },
  };
}

/** The URL of the call for a consent. */
export const consentUrl = (token: string) => `/api/portal/consent/${encodeURIComponent(token)}`;

/** The token in the page's path, '' when there is none. */
export function tokenFromPath(path: string): string {
  try {
    return decodeURIComponent(/^\/portal\/sign\/([^/]+)\/?$/.exec(path)?.[1] ?? '');
  } catch {
    return '';
  }
}
