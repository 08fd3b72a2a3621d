import { useEffect, useState } from 'react';

import { safeProviderUrl } from '@/features/billing/safeProviderUrl';

interface ExternalRedirect<What> {
  /** What the browser is leaving for; null while it stays. */
  pending: What | null;
  setPending: (what: What | null) => void;
  /** Redirects; false when the address is not a safe one. */
  redirect: (address: unknown) => boolean;
}

/** Leaves the app for the payment provider's pages. */
export function useExternalRedirect<What>(): ExternalRedirect<What> {
  const [pending, setPending] = useState<What | null>(null);

  // The back button may restore this page from the browser's cache, still in its loading state.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setPending(null);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  const redirect = (address: unknown) => {
    const checked = safeProviderUrl(address, window.location.protocol);
    if (checked) window.location.assign(checked);
    return checked !== null;
  };
  return { pending, setPending, redirect };
}
