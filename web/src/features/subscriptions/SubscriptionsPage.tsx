import Stack from '@mui/material/Stack';

import { maxAgeSeconds } from '@/api/baseApi';
import { subscriptionsApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { ButtonLink } from '@/components/ButtonLink';
import { lazyCode } from '@/components/lazyCode';
import { LoadFailure } from '@/components/LoadFailure';
import { PageHeader } from '@/components/PageHeader';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { NewSubscriptionPanel } from '@/features/subscriptions/NewSubscriptionPanel';
import { paths } from '@/lib/paths';

const { listPlans } = subscriptionsApi.endpoints;

const useSubscriptionList = lazyCode(
  async () => (await import('@/features/subscriptions/SubscriptionList')).SubscriptionList,
);

export const loader = prefetchLoader(
  ({ may }) => [
    may('subscription.read') &&
      subscriptionsApi.endpoints.listSubscriptions.initiate({}, { forceRefetch: maxAgeSeconds }),
    may('subscription.create') && listPlans.initiate(),
  ],
  [useSubscriptionList.preload],
);

/** The list of subscriptions and the form for a new one. */
export function Component() {
  const { code: SubscriptionList, failed, retry } = useSubscriptionList();
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Subscriptions"
        subtitle="Your clinic’s plan and its billing"
        actions={
          <ButtonLink to={paths.pricing} variant="outlined">
            Compare plans
          </ButtonLink>
        }
      />
      {SubscriptionList ? (
        <SubscriptionList />
      ) : (
        <Panel title="Existing subscriptions">
          {failed ? (
            <LoadFailure
              what="The subscriptions could not be loaded."
              transient={false}
              onRetry={retry}
            />
          ) : (
            <PartSkeleton label="Loading the subscriptions" height={120} />
          )}
        </Panel>
      )}
      <NewSubscriptionPanel ready={failed || SubscriptionList !== undefined} />
    </Stack>
  );
}
