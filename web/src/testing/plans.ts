import type { Plan, CurrentPlan, Session } from '@/api/generated';
import type { Permission } from '@/api/permissions';
import { ownerSession } from '@/testing/records';

/** The plans as the server lists them (specification, section 9). */
export const plans: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic',
    monthly_price: 49,
    annual_monthly_price: 39,
    annual_savings: 120,
    popular: false,
    trial_days: 14,
    stripe_price_id: 'price_basic_test',
    form_features: ['Core charting', '1 staff seat', 'Email reminders'],
    pricing_features: ['1 user', 'Up to 50 patient records per month'],
    coming_features: [],
  },
  {
    id: 'plus',
    name: 'Plus',
    monthly_price: 99,
    annual_monthly_price: 79,
    annual_savings: 240,
    popular: true,
    trial_days: 14,
    stripe_price_id: 'price_plus_test',
    form_features: ['3 seats', 'SMS reminders', 'Photo compare'],
    pricing_features: ['3 users', 'Unlimited records', 'Basic reports'],
    coming_features: ['Photo compare', 'Basic reports'],
  },
  {
    id: 'pro',
    name: 'Pro',
    monthly_price: 150,
    annual_monthly_price: 120,
    annual_savings: 360,
    popular: false,
    trial_days: 14,
    stripe_price_id: 'price_pro_test',
    form_features: ['Unlimited seats', 'eSign + GFE', 'Priority support'],
    pricing_features: ['Unlimited users', 'Advanced reports', 'Digital Medical Director signature'],
    coming_features: ['Advanced reports'],
  },
];

/** The owner with these permissions too. */
export const sessionWith = (...permissions: Permission[]): Session => ({
  ...ownerSession,
  permissions: [...ownerSession.permissions, ...permissions],
});

/** A clinic that never subscribed: nothing is limited. */
export const noPlan: CurrentPlan = {
  plan: null,
  status: null,
  access: 'full',
  enforcement: 'warn',
  seats: { used: 3, limit: null, full: false },
  patients_this_month: { used: 7, limit: null, full: false },
  trial_end: null,
  cancel_at: null,
  grace_until: null,
  notice: null,
  can_buy: true,
  is_test: true,
  owner_unconfirmed: false,
};
