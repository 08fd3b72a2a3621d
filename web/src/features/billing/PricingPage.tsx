import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import {
  billingApi,
  subscriptionsApi,
  useListPlansQuery,
  useShowPlanQuery,
  type Cycle,
  type CurrentPlan,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { useSession } from '@/api/useSession';
import { EmptyState } from '@/components/EmptyState';
import { QueryFailure } from '@/components/LoadFailure';
import { PageHeader } from '@/components/PageHeader';
import { PageSkeleton } from '@/components/PageSkeleton';
import { BillingToggle } from '@/features/billing/BillingToggle';
import { ManageBilling } from '@/features/billing/ManageBilling';
import { PlanCard } from '@/features/billing/PlanCard';
import { useCheckout } from '@/features/billing/useCheckout';
import { formatDate } from '@/lib/dates';

export const loader = prefetchLoader(() => [
  subscriptionsApi.endpoints.listPlans.initiate(),
  billingApi.endpoints.showPlan.initiate(),
]);

/** The plans with their prices, each with a button to pay by card. */
export function Component() {
  return (
    <Stack spacing={2}>
      <PageHeader title="Pricing Plans" subtitle="Every plan begins with a 14-day trial" />
      <Plans />
    </Stack>
  );
}

function Plans() {
  const query = useListPlansQuery();
  const { data: plans, isError } = query;
  const [billing, setBilling] = useState<Cycle>('monthly');
  const { data: usage } = useShowPlanQuery();
  const { pending, conflict, start } = useCheckout();
  const session = useSession();
  const mayPay = usePermissions().may('billing.checkout');

  const trial = ownTrial(usage);
  const own = usage?.plan && usage.status !== 'Canceled' ? usage.plan : null;
  if (!plans)
    return isError ? (
      <QueryFailure what="The plans could not be loaded." query={query} />
    ) : (
      <PageSkeleton />
    );
  if (plans.length === 0) return <EmptyState title="There are no plans to choose from" />;
  return (
    <>
      {conflict !== null && (
        <Alert
          severity="info"
          role="alert"
          sx={{ alignItems: 'center', '& .MuiAlert-action': { py: 0 } }}
          action={<ManageBilling color="inherit" />}
        >
          {conflict}
        </Alert>
      )}
      {trial && <Typography>{trial}</Typography>}
      <BillingToggle value={billing} onChange={setBilling} />
      <Box
        component="ul"
        role="list"
        aria-label="Plans"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: '1fr', md: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanCard
              plan={plan}
              billing={billing}
              onChoose={mayPay ? () => void start({ plan: plan.id, billing }) : undefined}
              own={own === plan.id}
              loading={pending?.plan === plan.id}
              disabled={pending !== null}
            />
          </li>
        ))}
      </Box>
      {session && !mayPay && (
        <Typography>
          Your role cannot choose the plan. The owner or a practice manager can.
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        Annual plans can be cancelled at any time, with a prorated refund.
      </Typography>
      <Typography variant="body2" color="textSecondary">
        To get the refund, cancel under Manage billing, then write to Celadon support at the address
        on your receipt: a person then refunds the remaining whole months to the card that paid.
      </Typography>
      {mayPay && usage?.is_test && (
        <Typography variant="body2" color="textSecondary">
          Payments are in test mode here: no card is charged.
        </Typography>
      )}
    </>
  );
}

/** A sentence about the trial of the sign-up, which a plan continues. */
function ownTrial(usage: CurrentPlan | undefined) {
  if (!usage || usage.plan || !usage.trial_end) return null;
  const day = formatDate(usage.trial_end);
  return usage.status === 'Trialing'
    ? `Your clinic’s trial runs until ${day}. The plan that you choose is charged from that day on.`
    : `Your clinic’s trial ended on ${day}. A plan is charged at once.`;
}
