import { baseApi } from '@/api/baseApi';
import type { Subscription } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';

/** The clinic's subscriptions page by page, the newest first. */
const subscriptionPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSubscriptionPages: build.infiniteQuery<ListPage<Subscription>, void, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ pageParam }) => ({
        url: '/api/subscriptions',
        params: pageParam === null ? {} : { after: pageParam },
      }),
      transformResponse: readPage<Subscription>,
      providesTags: ['subscriptions'],
    }),
  }),
});

export const {
  useListSubscriptionPagesInfiniteQuery,
  endpoints: { listSubscriptionPages },
} = subscriptionPages;
