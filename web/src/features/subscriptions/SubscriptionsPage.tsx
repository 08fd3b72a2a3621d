import Stack from '@mui/material/Stack';

import { generatedApi } from '@/api/generated';
import { listSubscriptionPages } from '@/api/subscriptionPages';
import { beforehand, fresh } from '@/app/beforehand';
import { ButtonLink } from '@/components/ButtonLink';
import { PageHeader } from '@/components/PageHeader';
import { NewSubscriptionPanel, SubscriptionForm } from '@/features/subscriptions/NewSubscriptionPanel';
import { SubscriptionList } from '@/features/subscriptions/SubscriptionList';

const { listPlans } = generatedApi.endpoints;

export const loader = beforehand(({ may }) => [
  may('subscription.read') && listSubscriptionPages.initiate(undefined, { forceRefetch: fresh }),
  may('subscription.create') && listPlans.initiate(),
], SubscriptionForm);

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
