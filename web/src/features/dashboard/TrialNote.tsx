import Alert from '@mui/material/Alert';

import { useShowPlanQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { ButtonLink } from '@/components/ButtonLink';
import { formatDate } from '@/lib/dates';
import { paths } from '@/lib/paths';

/** Says until when the clinic's trial runs, to those who may see the subscriptions. In its last days the banner says so instead. */
export function TrialNote() {
  const { data: plan } = useShowPlanQuery();
  const { may } = usePermissions();
  if (plan?.status !== 'Trialing' || plan.access !== 'full' || !plan.trial_end || plan.notice)
    return null;
  const then = plan.plan
    ? 'The first charge comes after it.'
    : 'Everything is included until then.';
  return (
    <Alert
      severity="info"
      sx={{ alignItems: 'center', flexWrap: 'wrap' }}
      action={
        may('billing.checkout') && (
          <ButtonLink to={plan.plan ? paths.subscriptions : paths.pricing} color="inherit">
            {plan.plan ? 'See the subscription' : 'Compare plans'}
          </ButtonLink>
        )
      }
    >
      {`The trial runs until ${formatDate(plan.trial_end)}. ${then}`}
    </Alert>
  );
}
