import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { useRefreshBillingMutation } from '@/api/generated';

/** Refreshes the billing data once after a return from the provider's page. Renders nothing. */
export function RefreshAfterBilling() {
  const [query, setQuery] = useSearchParams();
  const [refresh] = useRefreshBillingMutation();
  const came = query.get('from') === 'billing';
  useEffect(() => {
    if (!came) return;
    setQuery({}, { replace: true });
    // A failure is ignored: the provider's webhook brings the change a little later.
    refresh({}).catch(() => null);
  }, [came, refresh, setQuery]);
  return null;
}
