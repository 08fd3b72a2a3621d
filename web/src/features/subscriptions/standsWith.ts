import type { Subscription } from '@/api/generated';
import { formatInstantDate } from '@/lib/dates';

/** What a row says of its payment beside its status. */
export function standsWith({ is_at_stripe, sub_payment_method, sub_status, cancel_at, ended_at }: Subscription, timeZone: string): { words: string[]; waitsForCard: boolean } {
  // Saved here, its card never entered: the person left the checkout, or it could not be started.
  const waitsForCard = !is_at_stripe && sub_payment_method === 'New card entry (Stripe Checkout)' && sub_status !== 'Canceled';
  const words: string[] = [];
  if (is_at_stripe) words.push('Kept by Stripe');
  if (waitsForCard) words.push('Waits for a card');
  if (ended_at) words.push(`Ended ${formatInstantDate(ended_at, timeZone)}`);
  else if (cancel_at) words.push(`Ends ${formatInstantDate(cancel_at, timeZone)}`);
  return { words, waitsForCard };
}

/** How often a subscription is charged: a year's price is paid at once. */
export const every = ({ sub_billing }: Pick<Subscription, 'sub_billing'>) => (sub_billing === 'annual' ? 'a year' : 'a month');
