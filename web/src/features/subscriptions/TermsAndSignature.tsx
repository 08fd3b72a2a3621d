import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Control, FieldValues } from 'react-hook-form';

import { useOwnName } from '@/api/useOwnName';
import { FormText } from '@/components/FormText';
import { FormSignature } from '@/components/signature/FormSignature';
import { FormCheckbox } from '@/components/FormCheckbox';
import type { SubscriptionInput } from '@/features/subscriptions/subscriptionForm';

interface Props {
  control: Control<SubscriptionInput, unknown, FieldValues>;
  /** Where this subscription differs from what the terms say. */
  note: string | null;
  disabled: boolean;
}

/** The terms, with the checkbox and the signature that accept them. */
export function TermsAndSignature({ control, note, disabled }: Props) {
  const ownName = useOwnName();
  return (
    <Stack spacing={2.5}>
      <div>
        <Typography variant="h3" component="p" gutterBottom>
          Terms
        </Typography>
        <Typography>
          I authorize recurring monthly charges to the payment method above after the 14-day trial
          ends. I may cancel at any time before the next billing date.
        </Typography>
        {note && (
          <Typography role="status" sx={{ mt: 1, fontWeight: 600 }}>
            {note}
          </Typography>
        )}
        <FormCheckbox control={control} name="sub_terms" label="I accept these terms" required />
      </div>
      <FormSignature
        control={control}
        name="sub_sig"
        label="Signature"
        height={120}
        signer={ownName}
        disabled={disabled}
      />
      <FormText control={control} name="sub_sig_date" label="Date" type="date" required />
    </Stack>
  );
}
