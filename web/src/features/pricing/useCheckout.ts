import { useEffect, useState } from 'react';

import { useStartCheckoutMutation, type Billing } from '@/api/checkout';
import { asFailure } from '@/api/failure';
import type { Plan } from '@/api/generated';
import { useNotify } from '@/app/notices';
import { checkoutAddress } from '@/features/pricing/checkoutAddress';

interface Checkout {
  /** The plan that is being paid for, while the browser is on its way out. */
  going: Plan['id'] | null;
  start: (plan: Plan['id'], billing: Billing) => Promise<void>;
}

/** Takes the browser to the card checkout of a plan, or says that it could not. */
export function useCheckout(): Checkout {
  const [begin] = useStartCheckoutMutation();
  const [going, setGoing] = useState<Plan['id'] | null>(null);
  const notify = useNotify();

  // Whoever comes back with the browser's Back finds the page as they left it: waiting. Wake it up.
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && setGoing(null);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  const addressOf = async (plan: Plan['id'], billing: Billing) => {
    try {
      const answer = await begin({ plan, billing }).unwrap();
      const address = checkoutAddress(answer, window.location.protocol);
      if (!address) console.error('The answer of the checkout names no address to go to.');
      return address;
    } catch (thrown) {
      console.error('The checkout could not be started.', asFailure(thrown));
      return null;
    }
  };

  const start = async (plan: Plan['id'], billing: Billing) => {
    setGoing(plan);
    const address = await addressOf(plan, billing);
    if (address) {
      window.location.assign(address);
      return;
    }
    setGoing(null);
    notify({ tone: 'error', text: 'Failed to start checkout. Please try again.' });
  };

  return { going, start };
}
