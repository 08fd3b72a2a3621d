import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { StatusChip } from '@/components/StatusChip';
import { planNames } from '@/features/billing/plans';
import type { Confirmation } from '@/features/billing/useConfirmation';
import { formatDate } from '@/lib/dates';

const appearsLater =
  'Your subscription appears under Subscriptions once the payment provider has confirmed it.';

/** The state of the payment, as a live region. */
export function ConfirmationNote({ confirmation }: { confirmation: Confirmation }) {
  return (
    <Box role="status" sx={{ minHeight: 56 }}>
      {words(confirmation)}
    </Box>
  );
}

function words(confirmation: Confirmation) {
  switch (confirmation.phase) {
    case 'checking':
      return (
        <Typography>You are back from the checkout. The payment is being confirmed.</Typography>
      );
    case 'pending':
      return (
        <Typography>{`The confirmation is under way and can take a few minutes. ${appearsLater}`}</Typography>
      );
    case 'hidden':
      return <Typography>{`You are back from the checkout. ${appearsLater}`}</Typography>;
    case 'known': {
      const { sub_plan, sub_status, sub_trial_end, sub_next_bill_date } = confirmation.subscription;
      const next =
        sub_status === 'Trialing'
          ? `The trial ends on ${formatDate(sub_trial_end)}.`
          : sub_next_bill_date && `The next charge is on ${formatDate(sub_next_bill_date)}.`;
      return (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 0.5 }}>
            <Typography component="p" variant="h3">{`${planNames[sub_plan]} is set up`}</Typography>
            <StatusChip
              tone={
                sub_status === 'Past Due'
                  ? 'danger'
                  : sub_status === 'Trialing'
                    ? 'warning'
                    : 'success'
              }
              label={sub_status}
            />
          </Box>
          {next && <Typography>{next}</Typography>}
        </>
      );
    }
  }
}
