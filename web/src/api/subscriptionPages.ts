import { generatedApi, type Subscription } from '@/api/generated';
import { nextAfter } from '@/api/nextAfter';

export interface SubscriptionPageAnswer {
  subscriptions: Subscription[];
  /** The subscription that the next page begins after, or null on the last page. */
  next: number | null;
}

/** The clinic's subscriptions page by page, the newest first. A page ends where the answer would be too long for its pictures, so only its header tells of the next. */
const subscriptionPages = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listSubscriptionPages: build.infiniteQuery<SubscriptionPageAnswer, void, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam }) => ({ url: '/api/subscriptions', params: pageParam === null ? {} : { after: pageParam } }),
      transformResponse: (subscriptions: Subscription[], meta) => ({ subscriptions, next: nextAfter(meta?.response?.headers) }),
      providesTags: ['subscriptions'],
    }),
  }),
});

export const { useListSubscriptionPagesInfiniteQuery, endpoints: { listSubscriptionPages } } = subscriptionPages;
