import { useState } from 'react';

import {
  useListPlansQuery,
  useListSubscriptionsInfiniteQuery,
  useShowPlanQuery,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { QueryFailure } from '@/components/LoadFailure';
import { NoPermission } from '@/components/NoPermission';
import { Panel } from '@/components/Panel';
import { PartSkeleton } from '@/components/PartSkeleton';
import { SubscriptionForm } from '@/features/subscriptions/SubscriptionForm';
import { today } from '@/lib/dates';

/** The form of a new subscription, shown once the plans and everything above it, which is `ready`, are loaded. */
export function NewSubscriptionPanel({ ready }: { ready: boolean }) {
  const { may } = usePermissions();
  return (
    <Panel title="New subscription">
      {may('subscription.create') ? (
        <Form ready={ready} />
      ) : (
        <NoPermission what="the form for subscriptions" />
      )}
    </Panel>
  );
}

function Form({ ready }: { ready: boolean }) {
  const query = useListPlansQuery();
  const { data: plans, isError } = query;
  const zone = useTimeZone();
  // Content above that loads later would push the form down while somebody signs on it.
  const list = useListSubscriptionsInfiniteQuery(
    {},
    {
      skip: !usePermissions().may('subscription.read'),
    },
  );
  const plan = useShowPlanQuery();
  const loading = <PartSkeleton label="Loading the plans" height={320} />;
  // Decided once: a request that failed is retried, and its late answer must not replace a form that was begun by then.
  const [begun, setBegun] = useState(false);
  if (!begun && ready && plans && !list.isLoading && !plan.isLoading) setBegun(true);
  // Unknown counts as a card: the server says so where there is none.
  const hasCard =
    !list.data || list.data.pages.some(({ rows }) => rows.some(({ is_at_stripe }) => is_at_stripe));
  if (begun && plans)
    return <SubscriptionForm plans={plans} today={today(zone)} hasCard={hasCard} />;
  return isError ? <QueryFailure what="The plans could not be loaded." query={query} /> : loading;
}
