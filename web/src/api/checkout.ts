import { baseApi } from '@/api/baseApi';
import type { Plan } from '@/api/generated';

export type Billing = 'monthly' | 'annual';

/** Begins a card checkout. The answer is read with care by whoever follows it, for it decides where the browser goes. */
const checkout = baseApi.injectEndpoints({
  endpoints: (build) => ({
    startCheckout: build.mutation<unknown, { plan: Plan['id']; billing: Billing }>({
      query: (body) => ({ url: '/api/stripe/create-checkout-session', method: 'POST', body }),
    }),
  }),
});

export const { useStartCheckoutMutation } = checkout;
