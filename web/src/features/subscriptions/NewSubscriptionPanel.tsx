import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';

import { useListPlansQuery, useShowPlanQuery } from '@/api/generated';
import { useListSubscriptionPagesInfiniteQuery } from '@/api/subscriptionPages';
import { useMay } from '@/api/useMay';
import { useSession } from '@/api/useSession';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { SubscriptionForm } from '@/features/subscriptions/SubscriptionForm';
import { today } from '@/lib/dates';

/** The form of a new subscription, once the plans are known, and what stands above it. */
export function NewSubscriptionPanel() {
  const { may } = useMay();
  return (
    <Panel title="New subscription">
      {may('subscription.create') ? <Form /> : <NoPermission what="the form for subscriptions" />}
    </Panel>
  );
}

function Form() {
  const query = useListPlansQuery();
  const { data: plans, isError } = query;
  const zone = useSession()?.clinic.time_zone ?? 'UTC';
  // What stands above comes first: it would push the form down, and somebody may sign on it already.
  const list = useListSubscriptionPagesInfiniteQuery(undefined, { skip: !useMay().may('subscription.read') });
  const plan = useShowPlanQuery();
  const loading = <Skeleton variant="rounded" height={320} aria-label="Loading the plans" />;
  // Once: what failed at first is asked for again later, and a form that somebody has begun by then must stay.
  const [begun, begin] = useState(false);
  if (!begun && plans && !list.isLoading && !plan.isLoading) begin(true);
  if (begun && plans) return <SubscriptionForm plans={plans} today={today(zone)} />;
  return isError ? <QueryFailure what="The plans could not be loaded." of={query} /> : loading;
}
