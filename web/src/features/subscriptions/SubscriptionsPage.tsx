import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { Link } from 'react-router';

import { PageHeader } from '@/components/PageHeader';
import { NewSubscriptionPanel } from '@/features/subscriptions/NewSubscriptionPanel';
import { SubscriptionList } from '@/features/subscriptions/SubscriptionList';

/** This folder is the clinic's own subscription: those there are, and the form that creates one. */
export function Component() {
  return (
    <Stack spacing={3}>
      <PageHeader
        title="Subscriptions"
        subtitle="Your clinic’s plan and its billing"
        actions={<Button component={Link} to="/pricing" variant="outlined">Compare plans</Button>}
      />
      <SubscriptionList />
      <NewSubscriptionPanel />
    </Stack>
  );
}
