import { useCountRequestsQuery } from '@/api/generated';
import { CountBadge } from '@/components/CountBadge';
import { refreshInterval } from '@/lib/userActivity';

/** How many requests from online booking wait for the clinic's answer. */
export function RequestBadge() {
  const { data } = useCountRequestsQuery(undefined, {
    pollingInterval: refreshInterval,
    skipPollingIfUnfocused: true,
  });
  return <CountBadge count={data?.open} />;
}
