import { useEffect, useState } from 'react';

import { subscriptionsApi, useRefreshBillingMutation, type Subscription } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { useAppDispatch } from '@/api/store';
import { usePermissions } from '@/api/usePermissions';

/** The state of a payment: being checked, known, not confirmed within the time a page waits, or not visible to the role. */
export type Confirmation =
  | { phase: 'checking' | 'pending' | 'hidden' }
  | { phase: 'known'; subscription: Subscription };

/** Pauses before each request, in ms: half a minute in all, and within the server's rate limit. */
export const pauses: readonly number[] = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000];

/** Polls until the paid subscription appears. */
export function useConfirmation(): Confirmation {
  const { may } = usePermissions();
  const maySee = may('billing.checkout') && may('subscription.read');
  const [refresh] = useRefreshBillingMutation();
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<Confirmation>({ phase: 'checking' });

  useEffect(() => {
    if (!maySee) return undefined;
    const left = new AbortController();
    const follow = async () => {
      for (const pause of pauses) {
        await wait(pause);
        if (left.signal.aborted) return;
        await refresh({});
        const { data } = await dispatch(
          subscriptionsApi.endpoints.listSubscriptions.initiate(
            {},
            { forceRefetch: true, subscribe: false },
          ),
        );
        if (left.signal.aborted) return;
        const subscription = rowsOf(data)?.find(
          ({ is_at_stripe, sub_status }) => is_at_stripe && sub_status !== 'Canceled',
        );
        if (subscription) {
          setFound({ phase: 'known', subscription });
          return;
        }
      }
      setFound({ phase: 'pending' });
    };
    void follow();
    return () => left.abort();
  }, [maySee, refresh, dispatch]);

  return maySee ? found : { phase: 'hidden' };
}

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
