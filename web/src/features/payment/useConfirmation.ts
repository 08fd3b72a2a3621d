import { useEffect, useState } from 'react';

import { generatedApi, useRefreshBillingMutation, type Subscription } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { useAppDispatch } from '@/api/store';

/** How the payment stands: asked for, known, under way at the provider for longer than a page should wait, or not ours to ask. */
export type Confirmation = { phase: 'asking' | 'under-way' | 'not-asked' } | { phase: 'known'; subscription: Subscription };

/** Pauses before each question, in ms: about half a minute altogether, and fewer than the server lets one clinic ask. */
export const pauses: readonly number[] = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000];

/** Follows a payment until the clinic's own rows know of it, without a reload. */
export function useConfirmation(): Confirmation {
  const { may } = useMay();
  const mayAsk = may('billing.checkout') && may('subscription.read');
  const [refresh] = useRefreshBillingMutation();
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<Confirmation>({ phase: 'asking' });

  useEffect(() => {
    if (!mayAsk) return undefined;
    const left = new AbortController();
    const follow = async () => {
      for (const pause of pauses) {
        await wait(pause);
        if (left.signal.aborted) return;
        await refresh({});
        const { data } = await dispatch(generatedApi.endpoints.listSubscriptions.initiate({}, { forceRefetch: true, subscribe: false }));
        if (left.signal.aborted) return;
        const subscription = data?.find(({ is_at_stripe, sub_status }) => is_at_stripe && sub_status !== 'Canceled');
        if (subscription) {
          setFound({ phase: 'known', subscription });
          return;
        }
      }
      setFound({ phase: 'under-way' });
    };
    void follow();
    return () => left.abort();
  }, [mayAsk, refresh, dispatch]);

  return mayAsk ? found : { phase: 'not-asked' };
}

const wait = (ms: number) => new Promise((resolve) => {
  setTimeout(resolve, ms);
});
