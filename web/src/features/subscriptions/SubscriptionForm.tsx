import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useCreateSubscriptionMutation, useShowPlanQuery, type Plan } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { Button } from '@/components/Button';
import { FormArea } from '@/components/FormArea';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { NotSavedYet } from '@/components/NotSavedYet';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { paymentMethods, subscriptionStatuses, useCheckout } from '@/features/billing';
import { BillingSummary } from '@/features/subscriptions/BillingSummary';
import { FormCheckbox } from '@/components/FormCheckbox';
import {
  newSubscription,
  quote,
  subscriptionFields,
  subscriptionForm,
  toNewSubscription,
} from '@/features/subscriptions/subscriptionForm';
import { TermsAndSignature } from '@/features/subscriptions/TermsAndSignature';
import { trialNote } from '@/features/subscriptions/trialNote';
import { formatMoney } from '@/lib/money';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  plans: readonly Plan[];
  /** The clinic's date. */
  today: string;
  /** Whether Stripe has a card of the clinic: one that an earlier subscription began with. */
  hasCard: boolean;
}

const onFile = 'Card on file (Stripe)';

/** Creates a subscription. A failure keeps everything entered and signed; a save resets the form. */
export function SubscriptionForm({ plans, today, hasCard }: Props) {
  const {
    control,
    handleSubmit,
    reset,
    setError,
    formState: { isDirty, isSubmitting },
  } = useForm({ resolver: zodResolver(subscriptionForm), defaultValues: newSubscription(today) });
  const [planId, sub_trial_enabled, sub_trial_days, sub_start_date, accepted] = useWatch({
    control,
    name: ['sub_plan', 'sub_trial_enabled', 'sub_trial_days', 'sub_start_date', 'sub_terms'],
  });
  const trial = { sub_trial_enabled, sub_trial_days, sub_start_date };
  const plan = plans.find(({ id }) => id === planId);
  const quoted = quote(plan, trial);
  const [create] = useCreateSubscriptionMutation();
  const [problem, setProblem] = useState<string>();
  const notify = useNotify('subscription');
  const { pending, conflict, start } = useCheckout();
  const releaseGuard = useUnsavedGuard(isDirty);
  const usage = useShowPlanQuery().data;
  const pays = usePermissions().may('billing.checkout') && usage?.can_buy !== false;

  // Without Stripe the form is a record of what was agreed, and every method can be.
  const noCard = usage?.can_buy === true && !hasCard;

  const save = handleSubmit(async (form) => {
    setProblem(undefined);
    try {
      const made = await create(toNewSubscription(form)).unwrap();
      releaseGuard();
      reset(newSubscription(today));
      notify({ tone: 'success', text: 'Subscription created successfully!' });
      if (pays && made.sub_payment_method === 'New card entry (Stripe Checkout)') {
        await start({ plan: made.sub_plan, billing: made.sub_billing, subscription_id: made.id });
      }
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Saving the subscription failed', failure);
      setProblem(applyServerErrors(failure, setError, subscriptionFields));
      notify({ tone: 'error', text: 'Error saving subscription. Please try again.' });
    }
  });

  return (
    <Box component="form" noValidate onSubmit={save} aria-label="New subscription" sx={columns}>
      <Stack spacing={2.5}>
        <FormSelect
          control={control}
          name="sub_plan"
          label="Plan"
          placeholder="Choose a plan"
          options={plans.map(planOption)}
          required
        />
        <FormCheckbox control={control} name="sub_trial_enabled" label="Start with a trial" />
        <Box sx={pair}>
          <FormText
            control={control}
            name="sub_start_date"
            label="Start date"
            type="date"
            required
          />
          {sub_trial_enabled && (
            <FormText
              control={control}
              name="sub_trial_days"
              label="Trial days"
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Box>
        <FormSelect
          control={control}
          name="sub_payment_method"
          label="Payment method"
          placeholder="Choose a payment method"
          options={paymentMethods.map((method) => ({
            value: method,
            label: method,
            disabled: method === onFile && noCard,
          }))}
          hint={noCard ? 'No card is on file yet. A new one is entered at Stripe.' : undefined}
          required
        />
      </Stack>
      <Box sx={{ gridRow: { lg: 'span 2' }, gridColumn: { lg: 2 } }}>
        <BillingSummary plan={plan} quote={quoted} />
      </Box>
      <Stack spacing={2.5} sx={{ gridColumn: 1 }}>
        <TermsAndSignature
          control={control}
          note={trialNote(trial, quoted)}
          disabled={isSubmitting}
        />
        <Box
          component="fieldset"
          sx={{ m: 0, p: 2, border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 }}
        >
          <Box component="legend" sx={{ typography: 'h3', px: 1 }}>
            Admin (Optional)
          </Box>
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            <FormSelect
              control={control}
              name="sub_status"
              label="Status"
              options={subscriptionStatuses}
            />
            <FormArea control={control} name="sub_notes" label="Notes" minRows={2} />
          </Stack>
        </Box>
        {conflict !== null && (
          <Alert severity="info" role="alert">{`The subscription is saved. ${conflict}`}</Alert>
        )}
        {problem !== undefined && <NotSavedYet problem={problem} />}
        <Button
          type="submit"
          variant="contained"
          size="large"
          disabled={!accepted}
          loading={isSubmitting || pending !== null}
          style={{ alignSelf: 'flex-start' }}
        >
          Create subscription
        </Button>
      </Stack>
    </Box>
  );
}

const planOption = ({ id, name, monthly_price }: Plan) => ({
  value: id,
  label: `${name}, ${formatMoney(monthly_price)} a month`,
});

/** The form, with the billing summary beside it on a wide screen. */
const columns = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 640px)', lg: 'minmax(0, 640px) minmax(320px, 420px)' },
} as const;
const pair = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;
