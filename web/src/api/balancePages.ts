import { baseApi } from '@/api/baseApi';
import type { LoyaltyBalance } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';

/** The patients' points page by page, in the order of the list of patients. */
const balancePages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listBalancePages: build.infiniteQuery<ListPage<LoyaltyBalance>, void, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ pageParam }) => ({
        url: '/api/loyalty/balances',
        params: { limit: pageSize, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<LoyaltyBalance>,
      providesTags: ['loyalty'],
    }),
  }),
});

export const {
  useListBalancePagesInfiniteQuery,
  endpoints: { listBalancePages },
} = balancePages;
