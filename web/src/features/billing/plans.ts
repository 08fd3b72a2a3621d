import type { Plan, Subscription } from '@/api/generated';

/** The plans' names (specification, section 9). Prices and features come from GET /api/subscriptions/plans. */
export const planNames: Readonly<Record<Plan['id'], string>> = {
  basic: 'Basic',
  plus: 'Plus',
  pro: 'Pro',
};

export const planIds = ['basic', 'plus', 'pro'] as const satisfies readonly Plan['id'][];

/** The trial of every plan, as the terms mention it. */
export const standardTrialDays = 14;

export const paymentMethods = [
  'Card on file (Stripe)',
  'New card entry (Stripe Checkout)',
  'Other (manual)',
] as const satisfies readonly Subscription['sub_payment_method'][];

export const subscriptionStatuses = [
  'Trialing',
  'Active',
  'Past Due',
  'Canceled',
] as const satisfies readonly Subscription['sub_status'][];

/** The name of the plan with this id or name, which may come from a URL; null for anything else. */
export function planNamed(text: string | null): string | null {
  const plan = planIds.find((id) => id === text?.toLowerCase());
  return plan ? planNames[plan] : null;
}
