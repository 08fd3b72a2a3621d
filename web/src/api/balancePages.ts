import { generatedApi, type LoyaltyBalance } from '@/api/generated';

/** How many balances are fetched at once. */
export const pageSize = 50;

/** The patients' points page by page, in the order of the list of patients. */
const balancePages = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listBalancePages: build.infiniteQuery<LoyaltyBalance[], void, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (balances) => (balances.length === pageSize ? balances.at(-1)?.patient_id : undefined),
      },
      query: ({ pageParam }) => ({
        url: '/api/loyalty/balances',
        params: { limit: pageSize, ...(pageParam !== null && { after: pageParam }) },
      }),
      providesTags: ['loyalty'],
    }),
  }),
});

export const { useListBalancePagesInfiniteQuery, endpoints: { listBalancePages } } = balancePages;
