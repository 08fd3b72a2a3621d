import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

import type { Subscription } from '@/api/generated';
import { Button } from '@/components/Button';
import { planNames } from '@/features/billing';
import { perPeriod } from '@/features/subscriptions/paymentState';
import { StatusHistory } from '@/features/subscriptions/StatusHistory';
import { SubscriptionStatus } from '@/features/subscriptions/SubscriptionStatus';
import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { paperForInk } from '@/theme/forcedColors';

interface Props {
  subscription: Subscription;
  onClose: () => void;
}

/** Everything that was agreed, and the signature under it. */
export function SubscriptionDialog({ subscription, onClose }: Props) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle
        id={id}
        variant="h2"
      >{`${planNames[subscription.sub_plan]} subscription`}</DialogTitle>
      {/* Focusable, so that it can be scrolled by keyboard on a small screen. */}
      <DialogContent tabIndex={0}>
        <Stack spacing={3}>
          <Box>
            <SubscriptionStatus status={subscription.sub_status} />
          </Box>
          <Box
            component="dl"
            sx={{
              fontVariantNumeric: 'tabular-nums',
              m: 0,
              display: 'grid',
              gridTemplateColumns: 'minmax(120px, auto) 1fr',
              columnGap: 2,
              rowGap: 0.75,
              typography: 'body2',
            }}
          >
            {factsOf(subscription).map(([name, text]) => (
              <Box key={name} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {name}
                </Box>
                <Box
                  component="dd"
                  sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
                >
                  {text}
                </Box>
              </Box>
            ))}
          </Box>
          <StatusHistory subscription={subscription.id} />
          <Signature subscription={subscription} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3 }}>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function factsOf(subscription: Subscription): [string, string][] {
  const { sub_trial_enabled, sub_trial_days, sub_notes } = subscription;
  return [
    ['Price', `${formatMoney(subscription.sub_price)} ${perPeriod(subscription)}`],
    ['Start date', formatDate(subscription.sub_start_date)],
    [
      'Trial',
      sub_trial_enabled
        ? `${sub_trial_days === 1 ? '1 day' : `${sub_trial_days} days`}, until ${formatDate(subscription.sub_trial_end)}`
        : 'No trial',
    ],
    ['Next billing date', formatDate(subscription.sub_next_bill_date)],
    ['First charge', formatMoney(subscription.sub_first_charge_amount)],
    [
      'Recurring charge',
      `${formatMoney(subscription.sub_recurring_amount)} ${perPeriod(subscription)}`,
    ],
    ['Payment method', subscription.sub_payment_method],
    ['Features', subscription.sub_features.join(', ')],
    ['Stripe price id', subscription.sub_stripe_price_id],
    ['Terms', terms(subscription)],
    ['Notes', sub_notes ?? '—'],
  ];
}

/** A subscription without terms here accepted them at the provider's checkout. */
function terms({ sub_terms, is_at_stripe }: Subscription) {
  if (sub_terms) return 'Accepted';
  return is_at_stripe ? 'Accepted at the checkout' : 'Not accepted';
}

function Signature({ subscription: { sub_sig, sub_sig_date } }: { subscription: Subscription }) {
  if (!sub_sig)
    return (
      <Typography color="textSecondary">
        No signature is shown: there is none, or your role does not open it.
      </Typography>
    );
  return (
    <Box component="figure" sx={{ m: 0 }}>
      <Box component="figcaption" sx={{ mb: 1 }}>
        <Typography variant="h3" component="p">
          Signature
        </Typography>
        <Typography color="textSecondary">{formatDate(sub_sig_date)}</Typography>
      </Box>
      <Box
        component="img"
        src={sub_sig}
        alt={`Signature of ${formatDate(sub_sig_date)}`}
        width={400}
        height={120}
        sx={{
          display: 'block',
          maxWidth: '100%',
          height: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          ...paperForInk,
        }}
      />
    </Box>
  );
}
