import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { useRefreshBillingMutation } from '@/api/generated';

/** Whoever comes back from the billing page sees what they changed there: the provider is asked once. Draws nothing, at each step of the router's. */
export function BillingReturn() {
  const [query, setQuery] = useSearchParams();
  const [refresh] = useRefreshBillingMutation();
  const came = query.get('from') === 'billing';
  useEffect(() => {
    if (!came) return;
    setQuery({}, { replace: true });
    // A failure is no news: the change arrives by itself a little later.
    refresh({}).catch(() => null);
  }, [came, refresh, setQuery]);
  return null;
}
