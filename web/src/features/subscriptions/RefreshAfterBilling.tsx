import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { useRefreshBillingMutation } from '@/api/generated';

const maxTries = 5;
/** In ms. */
const pause = 2_000;

/**
 * Refreshes the billing data after a return from the provider's page. Renders nothing. While the server syncs already, because of the
 * provider's webhook, it refreshes nothing, so the refresh is requested again.
 */
export function RefreshAfterBilling() {
  const [query, setQuery] = useSearchParams();
  const [refresh] = useRefreshBillingMutation();
  const [came] = useState(() => query.get('from') === 'billing');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (came) setQuery({}, { replace: true });
  }, [came, setQuery]);
  useEffect(() => {
    if (!came || tries >= maxTries) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const refreshUntilKnown = async () => {
      // A failure is ignored: the provider's webhook brings the change a little later.
      const answer = await refresh({})
        .unwrap()
        .catch(() => null);
      if (!isGone && answer?.refreshed === false)
        timer = setTimeout(() => setTries(tries + 1), pause);
    };
    void refreshUntilKnown();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [came, tries, refresh]);
  return null;
}
