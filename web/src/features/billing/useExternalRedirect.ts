import { useEffect, useState } from 'react';

import { safeProviderUrl } from '@/features/billing/safeProviderUrl';

interface ExternalRedirect<What> {
  /** What the browser is leaving for; null while it stays. */
  going: What | null;
  setGoing: (what: What | null) => void;
  /** Redirects; false when the address is not a safe one. */
  leave: (address: unknown) => boolean;
}

/** Leaves the app for the payment provider's pages. */
export function useExternalRedirect<What>(): ExternalRedirect<What> {
  const [going, setGoing] = useState<What | null>(null);

  // The back button may restore this page from the browser's cache, still in its loading state.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setGoing(null);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  const leave = (address: unknown) => {
    const checked = safeProviderUrl(address, window.location.protocol);
    if (checked) window.location.assign(checked);
    return checked !== null;
  };
  return { going, setGoing, leave };
}
