import { useCountRequestsQuery, useCountReviewQuery } from '@/api/generated';
import { CountBadge } from '@/components/CountBadge';
import { refreshInterval } from '@/lib/userActivity';

const polled = { pollingInterval: refreshInterval, skipPollingIfUnfocused: true };

/** How many requests from online booking wait for the clinic's answer. */
function RequestBadge() {
  const { data } = useCountRequestsQuery(undefined, polled);
  return <CountBadge count={data?.open} />;
}

/** How many charts wait for a director. */
function ReviewBadge() {
  const { data } = useCountReviewQuery(undefined, polled);
  return <CountBadge count={data?.all} />;
}

export const badges = { requests: RequestBadge, review: ReviewBadge };
