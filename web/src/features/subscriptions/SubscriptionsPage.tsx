import Stack from '@mui/material/Stack';

import { maxAgeSeconds } from '@/api/baseApi';
import { generatedApi } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { listSubscriptionPages } from '@/api/subscriptionPages';
import { ButtonLink } from '@/components/ButtonLink';
import { PageHeader } from '@/components/PageHeader';
import { NewSubscriptionPanel } from '@/features/subscriptions/NewSubscriptionPanel';
import { SubscriptionList } from '@/features/subscriptions/SubscriptionList';
import { paths } from '@/lib/paths';

const { listPlans } = generatedApi.endpoints;

export const loader = prefetchLoader(({ may }) => [
  may('subscription.read') && listSubscriptionPages.initiate(undefined, { forceRefetch: maxAgeSeconds }),
  may('subscription.create') && listPlans.initiate(),
]);

/** The list of subscriptions and the form for a new one. */
export function Component() {
  return (
    <Stack spacing={2}>
      <PageHeader
        title="Subscriptions"
        subtitle="Your clinic’s plan and its billing"
        actions={<ButtonLink to={paths.pricing} variant="outlined">Compare plans</ButtonLink>}
      />
      <SubscriptionList />
      <NewSubscriptionPanel />
    </Stack>
  );
}
