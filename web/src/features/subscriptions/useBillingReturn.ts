import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { useRefreshBillingMutation } from '@/api/generated';

/** Whoever comes back from the billing page sees what they changed there: the provider is asked once. */
export function useBillingReturn(mayAsk: boolean) {
  const [query, setQuery] = useSearchParams();
  const [refresh] = useRefreshBillingMutation();
  const came = mayAsk && query.get('from') === 'billing';
  useEffect(() => {
    if (!came) return;
    setQuery({}, { replace: true });
    // A failure is no news: the change arrives by itself a little later.
    refresh({}).catch(() => null);
  }, [came, refresh, setQuery]);
}
