import Typography from '@mui/material/Typography';

import type { Subscription } from '@/api/generated';
import { Button } from '@/components/Button';
import { standsWith } from '@/features/subscriptions/standsWith';

interface Props {
  subscription: Subscription;
  timeZone: string;
  /** Absent for those who do not pay. */
  onPay: (() => void) | undefined;
  paying: boolean;
  disabled: boolean;
}

/** Under the status: who keeps it, when it ends, and the card that it still waits for. */
export function PaymentNote({ subscription, timeZone, onPay, paying, disabled }: Props) {
  const { words, waitsForCard } = standsWith(subscription, timeZone);
  return (
    <>
      {words.map((line) => <Typography key={line} variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>{line}</Typography>)}
      {waitsForCard && onPay && (
        <Button onClick={onPay} loading={paying} disabled={disabled} style={{ paddingInline: 8, marginInline: -8 }}>Enter a card</Button>
      )}
    </>
  );
}
