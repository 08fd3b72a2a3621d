import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListSubscriptionsInfiniteQuery, type Subscription } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { EmptyState } from '@/components/EmptyState';
import { ExportButton } from '@/components/ExportButton';
import { lazyDialog } from '@/components/lazyDialog';
import { NextPageFailure, QueryFailure } from '@/components/LoadFailure';
import { NextPageButton } from '@/components/NextPageButton';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { RecordTable, type Column } from '@/components/RecordTable';
import { WordButton } from '@/components/WordButton';
import { ManageBilling, planNames, useCheckout } from '@/features/billing';
import { PaymentNote } from '@/features/subscriptions/PaymentNote';
import { perPeriod } from '@/features/subscriptions/paymentState';
import { RefreshAfterBilling } from '@/features/subscriptions/RefreshAfterBilling';
import { SubscriptionStatus } from '@/features/subscriptions/SubscriptionStatus';
import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';

const SubscriptionDialog = lazyDialog(
  async () => (await import('@/features/subscriptions/SubscriptionDialog')).SubscriptionDialog,
);

/** The clinic's subscriptions, newest first. */
export function SubscriptionList() {
  const { may } = usePermissions();
  const { data } = useListSubscriptionsInfiniteQuery(
    {},
    {
      skip: !may('subscription.read'),
    },
  );
  const isAtStripe = data?.pages.some(({ rows }) => rows.some(({ is_at_stripe }) => is_at_stripe));
  const actions = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
      {may('list.export') && (
        <ExportButton
          list={{ url: '/api/subscriptions/export' }}
          name="subscriptions"
          failure="The list of subscriptions could not be exported."
        />
      )}
      {isAtStripe && <ManageBilling />}
    </Box>
  );
  return (
    <Panel title="Existing subscriptions" actions={actions}>
      {may('billing.checkout') && <RefreshAfterBilling />}
      {may('subscription.read') ? <List /> : <NoPermission what="the list of subscriptions" />}
    </Panel>
  );
}

function List() {
  const query = useListSubscriptionsInfiniteQuery(
    {},
    {
      refetchOnMountOrArgChange: maxAgeSeconds,
    },
  );
  const { data, isError } = query;
  const subscriptions = rowsOf(data);
  const [opened, setOpened] = useState<Subscription | null>(null);
  const zone = useTimeZone();
  const mayPay = usePermissions().may('billing.checkout');
  const { pending, conflict, start } = useCheckout();

  const failure = <QueryFailure what="The subscriptions could not be loaded." query={query} />;
  if (!subscriptions)
    return isError ? failure : <PartSkeleton label="Loading the subscriptions" height={120} />;
  if (subscriptions.length === 0)
    return (
      <>
        {failure}
        <EmptyState title="No subscriptions yet" />
      </>
    );

  const status: Column<Subscription> = {
    key: 'status',
    header: 'Status',
    render: (subscription) => (
      <>
        <SubscriptionStatus status={subscription.sub_status} />
        <PaymentNote
          subscription={subscription}
          timeZone={zone}
          onPay={
            mayPay
              ? () =>
                  void start({
                    plan: subscription.sub_plan,
                    billing: subscription.sub_billing,
                    subscription_id: subscription.id,
                  })
              : undefined
          }
          paying={pending?.subscription_id === subscription.id}
          disabled={pending !== null}
        />
      </>
    ),
  };
  const details: Column<Subscription> = {
    key: 'details',
    header: 'Details',
    align: 'right',
    render: (subscription) => (
      <WordButton
        label="Details"
        name={`Details: ${planNames[subscription.sub_plan]}, ${formatDate(subscription.sub_start_date)}`}
        onPress={() => setOpened(subscription)}
      />
    ),
  };
  return (
    <>
      {conflict !== null && (
        <Alert severity="info" role="alert" sx={{ mb: 2 }}>
          {conflict}
        </Alert>
      )}
      {failure}
      <RecordTable
        caption="Subscriptions"
        columns={[plan, status, ...columns, details]}
        rows={subscriptions}
        rowKey={({ id }) => id}
      />
      <NextPageFailure what="The older subscriptions could not be loaded." query={query} />
      <NextPageButton query={query} sx={{ mt: 2 }}>
        Show older subscriptions
      </NextPageButton>
      {opened && <SubscriptionDialog subscription={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const plan: Column<Subscription> = {
  key: 'plan',
  header: 'Plan',
  render: ({ sub_plan }) => planNames[sub_plan],
};
const columns: readonly Column<Subscription>[] = [
  {
    key: 'start',
    header: 'Start',
    nowrap: true,
    render: ({ sub_start_date }) => formatDate(sub_start_date),
  },
  {
    key: 'trial',
    under: 'start',
    header: 'Trial end',
    nowrap: true,
    render: ({ sub_trial_enabled, sub_trial_end }) =>
      sub_trial_enabled ? formatDate(sub_trial_end) : 'No trial',
  },
  {
    key: 'next',
    header: 'Next billing',
    nowrap: true,
    render: ({ sub_next_bill_date }) => formatDate(sub_next_bill_date),
  },
  {
    key: 'amounts',
    under: 'next',
    header: 'Charges',
    align: 'right',
    nowrap: true,
    render: (subscription) => (
      <>
        {`${formatMoney(subscription.sub_recurring_amount)} ${perPeriod(subscription)}`}
        <Typography
          variant="body2"
          color="textSecondary"
        >{`First: ${formatMoney(subscription.sub_first_charge_amount)}`}</Typography>
      </>
    ),
  },
];
