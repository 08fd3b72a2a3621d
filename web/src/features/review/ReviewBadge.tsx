import { useCountReviewQuery } from '@/api/generated';
import { CountBadge } from '@/components/CountBadge';
import { refreshInterval } from '@/lib/userActivity';

/** How many charts wait for a director. */
export function ReviewBadge() {
  const { data } = useCountReviewQuery(undefined, {
    pollingInterval: refreshInterval,
    skipPollingIfUnfocused: true,
  });
  return <CountBadge count={data?.all} />;
}
