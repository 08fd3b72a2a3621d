import Typography from '@mui/material/Typography';

import type { Subscription } from '@/api/generated';
import { Button } from '@/components/Button';
import { paymentState } from '@/features/subscriptions/paymentState';

interface Props {
  subscription: Subscription;
  timeZone: string;
  /** Absent for those who do not pay. */
  onPay: (() => void) | undefined;
  paying: boolean;
  disabled: boolean;
}

/** Below the status: who bills it, when it ends, and a button where a card is missing. */
export function PaymentNote({ subscription, timeZone, onPay, paying, disabled }: Props) {
  const { words, waitsForCard } = paymentState(subscription, timeZone);
  return (
    <>
      {words.map((line) => (
        <Typography key={line} variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {line}
        </Typography>
      ))}
      {waitsForCard && onPay && (
        <Button
          onClick={onPay}
          loading={paying}
          disabled={disabled}
          style={{ paddingInline: 8, marginInline: -8 }}
        >
          Enter a card
        </Button>
      )}
    </>
  );
}
