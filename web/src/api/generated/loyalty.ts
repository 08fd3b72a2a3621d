// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListLoyaltyBalancesApiResponse,
  ListLoyaltyBalancesApiArg,
  ReverseLoyaltyEntryApiResponse,
  ReverseLoyaltyEntryApiArg,
  ShowPatientPointsApiResponse,
  ShowPatientPointsApiArg,
  AdjustPointsApiResponse,
  AdjustPointsApiArg,
  ListLoyaltyEntriesApiResponse,
  ListLoyaltyEntriesApiArg,
  RedeemPointsApiResponse,
  RedeemPointsApiArg,
  ListLoyaltyRulesApiResponse,
  ListLoyaltyRulesApiArg,
  SaveLoyaltyRuleApiResponse,
  SaveLoyaltyRuleApiArg,
  DeleteLoyaltyRuleApiResponse,
  DeleteLoyaltyRuleApiArg,
} from "./types";

export const loyaltyApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listLoyaltyBalances: build.infiniteQuery<ListPage<ListLoyaltyBalancesApiResponse[number]>, Omit<ListLoyaltyBalancesApiArg, "after">, PageParam>({
        ...inPages<ListLoyaltyBalancesApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/loyalty/balances`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["loyalty"],
      }),
      reverseLoyaltyEntry: build.mutation<
        ReverseLoyaltyEntryApiResponse,
        ReverseLoyaltyEntryApiArg
      >({
        query: (queryArg) => ({
          url: `/api/loyalty/entries/${encodeURIComponent(String(queryArg.id))}/reverse`,
          method: "POST",
          body: queryArg.reverseEntry,
        }),
        invalidatesTags: ["loyalty"],
      }),
      showPatientPoints: build.query<
        ShowPatientPointsApiResponse,
        ShowPatientPointsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/loyalty/patients/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["loyalty"],
      }),
      adjustPoints: build.mutation<AdjustPointsApiResponse, AdjustPointsApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/loyalty/patients/${encodeURIComponent(String(queryArg.patientId))}/adjust`,
            method: "POST",
            body: queryArg.adjustPoints,
          }),
          invalidatesTags: ["loyalty"],
        },
      ),
      listLoyaltyEntries: build.infiniteQuery<ListPage<ListLoyaltyEntriesApiResponse[number]>, Omit<ListLoyaltyEntriesApiArg, "after">, PageParam>({
        ...inPages<ListLoyaltyEntriesApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/loyalty/patients/${encodeURIComponent(String(queryArg.patientId))}/entries`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["loyalty"],
      }),
      redeemPoints: build.mutation<RedeemPointsApiResponse, RedeemPointsApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/loyalty/patients/${encodeURIComponent(String(queryArg.patientId))}/redeem`,
            method: "POST",
            body: queryArg.redeemPoints,
          }),
          invalidatesTags: ["loyalty"],
        },
      ),
      listLoyaltyRules: build.query<
        ListLoyaltyRulesApiResponse,
        ListLoyaltyRulesApiArg
      >({
        query: () => ({ url: `/api/loyalty/rules` }),
        providesTags: ["loyalty"],
      }),
      saveLoyaltyRule: build.mutation<
        SaveLoyaltyRuleApiResponse,
        SaveLoyaltyRuleApiArg
      >({
        query: (queryArg) => ({
          url: `/api/loyalty/rules`,
          method: "POST",
          body: queryArg.newLoyaltyRule,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["loyalty"],
      }),
      deleteLoyaltyRule: build.mutation<
        DeleteLoyaltyRuleApiResponse,
        DeleteLoyaltyRuleApiArg
      >({
        query: (queryArg) => ({
          url: `/api/loyalty/rules/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["loyalty"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListLoyaltyBalancesInfiniteQuery,
  useReverseLoyaltyEntryMutation,
  useShowPatientPointsQuery,
  useLazyShowPatientPointsQuery,
  useAdjustPointsMutation,
  useListLoyaltyEntriesInfiniteQuery,
  useRedeemPointsMutation,
  useListLoyaltyRulesQuery,
  useLazyListLoyaltyRulesQuery,
  useSaveLoyaltyRuleMutation,
  useDeleteLoyaltyRuleMutation,
} = loyaltyApi;
