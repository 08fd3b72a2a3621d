import { generatedApi, type Subscription } from '@/api/generated';
import { nextCursor } from '@/api/nextCursor';

export interface SubscriptionPageAnswer {
  subscriptions: Subscription[];
  /** The subscription that the next page begins after, or null on the last page. */
  next: number | null;
}

/** The clinic's subscriptions page by page, the newest first. Signatures make the pages differ in length, so the Link header names the next one. */
const subscriptionPages = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listSubscriptionPages: build.infiniteQuery<SubscriptionPageAnswer, void, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam }) => ({ url: '/api/subscriptions', params: pageParam === null ? {} : { after: pageParam } }),
      transformResponse: (subscriptions: Subscription[], meta) => ({ subscriptions, next: nextCursor(meta?.response?.headers) }),
      providesTags: ['subscriptions'],
    }),
  }),
});

export const { useListSubscriptionPagesInfiniteQuery, endpoints: { listSubscriptionPages } } = subscriptionPages;
