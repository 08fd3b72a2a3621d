// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListReviewApiResponse,
  ListReviewApiArg,
  ListAbsencesApiResponse,
  ListAbsencesApiArg,
  AddAbsenceApiResponse,
  AddAbsenceApiArg,
  RemoveAbsenceApiResponse,
  RemoveAbsenceApiArg,
  ApproveChartsApiResponse,
  ApproveChartsApiArg,
  CountReviewApiResponse,
  CountReviewApiArg,
  ShowPunctualityApiResponse,
  ShowPunctualityApiArg,
  ShowReviewSettingsApiResponse,
  ShowReviewSettingsApiArg,
  UpdateReviewSettingsApiResponse,
  UpdateReviewSettingsApiArg,
  ListSettledChartsApiResponse,
  ListSettledChartsApiArg,
  ListReviewStatesApiResponse,
  ListReviewStatesApiArg,
  ShowChartApiResponse,
  ShowChartApiArg,
  ResubmitTreatmentApiResponse,
  ResubmitTreatmentApiArg,
  ReturnTreatmentApiResponse,
  ReturnTreatmentApiArg,
  WithdrawReturnApiResponse,
  WithdrawReturnApiArg,
} from "./types";

export const reviewApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listReview: build.infiniteQuery<ListPage<ListReviewApiResponse[number]>, Omit<ListReviewApiArg, "after">, PageParam>({
        ...inPages<ListReviewApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/review`,
          params: {
            part: queryArg.part,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["review"],
      }),
      listAbsences: build.query<ListAbsencesApiResponse, ListAbsencesApiArg>({
        query: () => ({ url: `/api/review/absences` }),
        providesTags: ["review"],
      }),
      addAbsence: build.mutation<AddAbsenceApiResponse, AddAbsenceApiArg>({
        query: (queryArg) => ({
          url: `/api/review/absences`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["review"],
      }),
      removeAbsence: build.mutation<
        RemoveAbsenceApiResponse,
        RemoveAbsenceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/review/absences/${encodeURIComponent(String(queryArg))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["review"],
      }),
      approveCharts: build.mutation<
        ApproveChartsApiResponse,
        ApproveChartsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/review/approvals`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["review"],
      }),
      countReview: build.query<CountReviewApiResponse, CountReviewApiArg>({
        query: () => ({ url: `/api/review/counts` }),
        providesTags: ["review"],
      }),
      showPunctuality: build.query<
        ShowPunctualityApiResponse,
        ShowPunctualityApiArg
      >({
        query: (queryArg) => ({
          url: `/api/review/punctuality`,
          params: {
            from: queryArg["from"],
            to: queryArg.to,
          },
        }),
        providesTags: ["review"],
      }),
      showReviewSettings: build.query<
        ShowReviewSettingsApiResponse,
        ShowReviewSettingsApiArg
      >({
        query: () => ({ url: `/api/review/settings` }),
        providesTags: ["review"],
      }),
      updateReviewSettings: build.mutation<
        UpdateReviewSettingsApiResponse,
        UpdateReviewSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/review/settings`,
          method: "PUT",
          body: queryArg.newReviewSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["review"],
      }),
      listSettledCharts: build.infiniteQuery<ListPage<ListSettledChartsApiResponse[number]>, Omit<ListSettledChartsApiArg, "after">, PageParam>({
        ...inPages<ListSettledChartsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/review/settled`,
          params: {
            state: queryArg.state,
            provider_id: queryArg.providerId,
            approved_by: queryArg.approvedBy,
            from: queryArg["from"],
            to: queryArg.to,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["review"],
      }),
      listReviewStates: build.query<
        ListReviewStatesApiResponse,
        ListReviewStatesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/review/states`,
          params: {
            patientId: queryArg,
          },
        }),
        providesTags: ["review"],
      }),
      showChart: build.query<ShowChartApiResponse, ShowChartApiArg>({
        query: (queryArg) => ({
          url: `/api/review/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["review"],
      }),
      resubmitTreatment: build.mutation<
        ResubmitTreatmentApiResponse,
        ResubmitTreatmentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/review/${encodeURIComponent(String(queryArg.id))}/resubmit`,
          method: "POST",
          body: queryArg.resubmission,
        }),
        invalidatesTags: ["review"],
      }),
      returnTreatment: build.mutation<
        ReturnTreatmentApiResponse,
        ReturnTreatmentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/review/${encodeURIComponent(String(queryArg.id))}/return`,
          method: "POST",
          body: queryArg.newReturn,
        }),
        invalidatesTags: ["review"],
      }),
      withdrawReturn: build.mutation<
        WithdrawReturnApiResponse,
        WithdrawReturnApiArg
      >({
        query: (queryArg) => ({
          url: `/api/review/${encodeURIComponent(String(queryArg.id))}/withdraw`,
          method: "POST",
          body: queryArg.withdrawal,
        }),
        invalidatesTags: ["review"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListReviewInfiniteQuery,
  useListAbsencesQuery,
  useLazyListAbsencesQuery,
  useAddAbsenceMutation,
  useRemoveAbsenceMutation,
  useApproveChartsMutation,
  useCountReviewQuery,
  useLazyCountReviewQuery,
  useShowPunctualityQuery,
  useLazyShowPunctualityQuery,
  useShowReviewSettingsQuery,
  useLazyShowReviewSettingsQuery,
  useUpdateReviewSettingsMutation,
  useListSettledChartsInfiniteQuery,
  useListReviewStatesQuery,
  useLazyListReviewStatesQuery,
  useShowChartQuery,
  useLazyShowChartQuery,
  useResubmitTreatmentMutation,
  useReturnTreatmentMutation,
  useWithdrawReturnMutation,
} = reviewApi;
