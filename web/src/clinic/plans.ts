import type { Plan, Subscription } from '@/api/generated';

/** The plans by name (specification, section 9). What they cost and hold is the server's to say: GET /api/subscriptions/plans. */
export const planNames: Readonly<Record<Plan['id'], string>> = { basic: 'Basic', plus: 'Plus', pro: 'Pro' };

export const planIds = ['basic', 'plus', 'pro'] as const satisfies readonly Plan['id'][];

/** Every plan's trial, and what the terms speak of. */
export const standardTrialDays = 14;

export const paymentMethods = [
  'Card on file (Stripe)',
  'New card entry (Stripe Checkout)',
  'Other (manual)',
] as const satisfies readonly Subscription['sub_payment_method'][];

export const subscriptionStatuses = ['Trialing', 'Active', 'Past Due', 'Canceled'] as const satisfies readonly Subscription['sub_status'][];

/** The plan that a text from outside names; null when it names none. */
export function planNamed(text: string | null): string | null {
  const plan = planIds.find((id) => id === text);
  return plan ? planNames[plan] : null;
}
