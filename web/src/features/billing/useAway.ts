import { useEffect, useState } from 'react';

import { providerAddress } from '@/features/billing/providerAddress';

interface Away<What> {
  /** What the browser is leaving for; null while it stays. */
  going: What | null;
  setGoing: (what: What | null) => void;
  /** Leaves for the address; false when it is none to go to. */
  leave: (address: unknown) => boolean;
}

/** This folder is the way to the payment provider's pages and back, and what the clinic's plan has to say. Here is the one door out. */
export function useAway<What>(): Away<What> {
  const [going, setGoing] = useState<What | null>(null);

  // Whoever comes back with the browser's Back finds the page as they left it: waiting. Wake it up.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setGoing(null);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  const leave = (address: unknown) => {
    const checked = providerAddress(address, window.location.protocol);
    if (checked) window.location.assign(checked);
    return checked !== null;
  };
  return { going, setGoing, leave };
}
