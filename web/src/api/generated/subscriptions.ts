// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListSubscriptionsApiResponse,
  ListSubscriptionsApiArg,
  CreateSubscriptionApiResponse,
  CreateSubscriptionApiArg,
  ListPlansApiResponse,
  ListPlansApiArg,
  ListSubscriptionHistoryApiResponse,
  ListSubscriptionHistoryApiArg,
} from "./types";

export const subscriptionsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listSubscriptions: build.infiniteQuery<ListPage<ListSubscriptionsApiResponse[number]>, Omit<ListSubscriptionsApiArg, "after">, PageParam>({
        ...inPages<ListSubscriptionsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/subscriptions`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["subscriptions"],
      }),
      createSubscription: build.mutation<
        CreateSubscriptionApiResponse,
        CreateSubscriptionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/subscriptions`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["subscriptions"],
      }),
      listPlans: build.query<ListPlansApiResponse, ListPlansApiArg>({
        query: () => ({ url: `/api/subscriptions/plans` }),
        providesTags: ["subscriptions"],
      }),
      listSubscriptionHistory: build.query<
        ListSubscriptionHistoryApiResponse,
        ListSubscriptionHistoryApiArg
      >({
        query: (queryArg) => ({
          url: `/api/subscriptions/${encodeURIComponent(String(queryArg))}/history`,
        }),
        providesTags: ["subscriptions"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListSubscriptionsInfiniteQuery,
  useCreateSubscriptionMutation,
  useListPlansQuery,
  useLazyListPlansQuery,
  useListSubscriptionHistoryQuery,
  useLazyListSubscriptionHistoryQuery,
} = subscriptionsApi;
