/** The plans and their prices, the way to the payment provider and back, and the banner about the clinic's plan. */
export { BillingToggle } from '@/features/billing/BillingToggle';
export { Feature } from '@/features/billing/Feature';
export { ManageBilling } from '@/features/billing/ManageBilling';
export { PlanBanner } from '@/features/billing/PlanBanner';
export { PlanCard } from '@/features/billing/PlanCard';
export {
  paymentMethods,
  planIds,
  planNames,
  standardTrialDays,
  subscriptionStatuses,
} from '@/features/billing/plans';
export { useCheckout } from '@/features/billing/useCheckout';
