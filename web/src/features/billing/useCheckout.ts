import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useCreateCheckoutSessionMutation, type NewCheckout } from '@/api/generated';
import { useExternalRedirect } from '@/features/billing/useExternalRedirect';
import { useNotify } from '@/lib/notices';

interface Checkout {
  /** What is being paid for, while the browser is leaving. */
  pending: NewCheckout | null;
  /** Why the server starts no checkout now: there is a subscription already, or one is being started. */
  conflict: string | null;
  start: (wanted: NewCheckout) => Promise<void>;
}

/** Redirects to the card checkout of a plan, or reports why not. */
export function useCheckout(): Checkout {
  const [begin] = useCreateCheckoutSessionMutation();
  const { pending, setPending, redirect } = useExternalRedirect<NewCheckout>();
  const [conflict, setConflict] = useState<string | null>(null);
  const notify = useNotify('checkout');

  const start = async (wanted: NewCheckout) => {
    setPending(wanted);
    setConflict(null);
    try {
      // The answer decides where the browser goes, so it is checked at runtime.
      const answer: unknown = await begin(wanted).unwrap();
      if (redirect(addressIn(answer))) return;
      console.error('The answer of the checkout names no address to go to.');
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('The checkout could not be started.', failure);
      if (failure.status === 409) {
        setPending(null);
        setConflict(failure.message);
        return;
      }
    }
    setPending(null);
    notify({ tone: 'error', text: 'Failed to start checkout. Please try again.' });
  };

  return { pending, conflict, start };
}

function addressIn(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'checkout_url' in answer
    ? answer.checkout_url
    : null;
}
