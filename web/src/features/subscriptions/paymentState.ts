import type { Subscription } from '@/api/generated';
import { formatInstantDate } from '@/lib/dates';

/** The lines about a subscription's payment, and whether it waits for a card. */
export function paymentState(
  { is_at_stripe, sub_payment_method, sub_status, cancel_at, ended_at }: Subscription,
  timeZone: string,
): { words: string[]; waitsForCard: boolean } {
  // Saved here, but the checkout was left or never started.
  const waitsForCard =
    !is_at_stripe &&
    sub_payment_method === 'New card entry (Stripe Checkout)' &&
    sub_status !== 'Canceled';
  const words: string[] = [];
  if (is_at_stripe) words.push('Kept by Stripe');
  if (waitsForCard) words.push('Waits for a card');
  if (ended_at) words.push(`Ended ${formatInstantDate(ended_at, timeZone)}`);
  else if (cancel_at) words.push(`Ends ${formatInstantDate(cancel_at, timeZone)}`);
  return { words, waitsForCard };
}

/** How often a subscription is charged: a year's price is paid at once. */
export const perPeriod = ({ sub_billing }: Pick<Subscription, 'sub_billing'>) =>
  sub_billing === 'annual' ? 'a year' : 'a month';
