import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';

import { useListSubscriptionsQuery, type Subscription } from '@/api/generated';
import { useMay } from '@/api/useMay';
import { planNames } from '@/clinic/plans';
import { EmptyState } from '@/components/EmptyState';
import { LoadFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { RecordTable, type Column } from '@/components/RecordTable';
import { SubscriptionStatus } from '@/features/subscriptions/SubscriptionStatus';
import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';

const SubscriptionDialog = lazy(async () => ({ default: (await import('@/features/subscriptions/SubscriptionDialog')).SubscriptionDialog }));

/** The clinic's subscriptions, newest first. */
export function SubscriptionList() {
  const { may } = useMay();
  return (
    <Panel title="Existing subscriptions">
      {may('subscription.read') ? <List /> : <NoPermission what="the list of subscriptions" />}
    </Panel>
  );
}

function List() {
  const { data: subscriptions, isError, refetch } = useListSubscriptionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [opened, setOpened] = useState<Subscription | null>(null);

  if (!subscriptions) {
    return isError
      ? <LoadFailure what="The subscriptions could not be loaded." onRetry={() => void refetch()} />
      : <Skeleton variant="rounded" height={120} aria-label="Loading the subscriptions" />;
  }
  if (subscriptions.length === 0) return <EmptyState title="No subscriptions yet" />;

  const details: Column<Subscription> = {
    key: 'details',
    header: 'Details',
    align: 'right',
    render: (subscription) => (
      <Button onClick={() => setOpened(subscription)} aria-label={`Details: ${planNames[subscription.sub_plan]}, ${formatDate(subscription.sub_start_date)}`} sx={{ paddingInline: 1, m: -1 }}>
        Details
      </Button>
    ),
  };
  return (
    <>
      <RecordTable caption="Subscriptions" columns={[...columns, details]} rows={subscriptions} rowKey={({ id }) => id} />
      <Suspense fallback={null}>{opened && <SubscriptionDialog subscription={opened} onClose={() => setOpened(null)} />}</Suspense>
    </>
  );
}

const columns: readonly Column<Subscription>[] = [
  { key: 'plan', header: 'Plan', render: ({ sub_plan }) => planNames[sub_plan] },
  { key: 'status', header: 'Status', render: ({ sub_status }) => <SubscriptionStatus status={sub_status} /> },
  { key: 'start', header: 'Start', nowrap: true, render: ({ sub_start_date }) => formatDate(sub_start_date) },
  { key: 'trial', header: 'Trial end', nowrap: true, render: ({ sub_trial_enabled, sub_trial_end }) => (sub_trial_enabled ? formatDate(sub_trial_end) : 'No trial') },
  { key: 'next', header: 'Next billing', nowrap: true, render: ({ sub_next_bill_date }) => formatDate(sub_next_bill_date) },
  {
    key: 'amounts',
    header: 'Charges',
    align: 'right',
    nowrap: true,
    render: ({ sub_first_charge_amount, sub_recurring_amount }) => (
      <>
        {`${formatMoney(sub_recurring_amount)} a month`}
        <Typography variant="body2" color="textSecondary">{`First: ${formatMoney(sub_first_charge_amount)}`}</Typography>
      </>
    ),
  },
];
