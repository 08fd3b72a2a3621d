import Stack from '@mui/material/Stack';

import { generatedApi } from '@/api/generated';
import { listSubscriptionPages } from '@/api/subscriptionPages';
import { fresh } from '@/api/baseApi';
import { prefetchLoader } from '@/api/prefetchLoader';
import { ButtonLink } from '@/components/ButtonLink';
import { PageHeader } from '@/components/PageHeader';
import { NewSubscriptionPanel } from '@/features/subscriptions/NewSubscriptionPanel';
import { SubscriptionList } from '@/features/subscriptions/SubscriptionList';

const { listPlans } = generatedApi.endpoints;

export const loader = prefetchLoader(({ may }) => [
  may('subscription.read') && listSubscriptionPages.initiate(undefined, { forceRefetch: fresh }),
  may('subscription.create') && listPlans.initiate(),
]);

/** This folder is the clinic's own subscription: those there are, and the form that creates one. */
export function Component() {
  return (
    <Stack spacing={3}>
      <PageHeader
        title="Subscriptions"
        subtitle="Your clinic’s plan and its billing"
        actions={<ButtonLink to="/pricing" variant="outlined">Compare plans</ButtonLink>}
      />
      <SubscriptionList />
      <NewSubscriptionPanel />
    </Stack>
  );
}
