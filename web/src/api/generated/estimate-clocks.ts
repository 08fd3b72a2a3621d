// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListEstimateClocksApiResponse,
  ListEstimateClocksApiArg,
  ShowEstimateClockSettingsApiResponse,
  ShowEstimateClockSettingsApiArg,
  UpdateEstimateClockSettingsApiResponse,
  UpdateEstimateClockSettingsApiArg,
  CloseEstimateClockApiResponse,
  CloseEstimateClockApiArg,
  NoteCostQuestionApiResponse,
  NoteCostQuestionApiArg,
  ShowPatientCoverageApiResponse,
  ShowPatientCoverageApiArg,
  UpdatePatientCoverageApiResponse,
  UpdatePatientCoverageApiArg,
} from "./types";

export const estimateClocksApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listEstimateClocks: build.infiniteQuery<ListPage<ListEstimateClocksApiResponse[number]>, Omit<ListEstimateClocksApiArg, "after">, PageParam>({
        ...inPages<ListEstimateClocksApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/estimate-clocks`,
          params: {
            closed: queryArg.closed,
            cause: queryArg.cause,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["estimate-clocks"],
      }),
      showEstimateClockSettings: build.query<
        ShowEstimateClockSettingsApiResponse,
        ShowEstimateClockSettingsApiArg
      >({
        query: () => ({ url: `/api/estimate-clocks/settings` }),
        providesTags: ["estimate-clocks"],
      }),
      updateEstimateClockSettings: build.mutation<
        UpdateEstimateClockSettingsApiResponse,
        UpdateEstimateClockSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/estimate-clocks/settings`,
          method: "PUT",
          body: queryArg.newEstimateClockSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["estimate-clocks"],
      }),
      closeEstimateClock: build.mutation<
        CloseEstimateClockApiResponse,
        CloseEstimateClockApiArg
      >({
        query: (queryArg) => ({
          url: `/api/estimate-clocks/${encodeURIComponent(String(queryArg.id))}/close`,
          method: "POST",
          body: queryArg.clockClosing,
        }),
        invalidatesTags: ["estimate-clocks"],
      }),
      noteCostQuestion: build.mutation<
        NoteCostQuestionApiResponse,
        NoteCostQuestionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/cost-questions`,
          method: "POST",
          body: queryArg.costQuestion,
        }),
        invalidatesTags: ["estimate-clocks"],
      }),
      showPatientCoverage: build.query<
        ShowPatientCoverageApiResponse,
        ShowPatientCoverageApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}/coverage`,
        }),
        providesTags: ["estimate-clocks"],
      }),
      updatePatientCoverage: build.mutation<
        UpdatePatientCoverageApiResponse,
        UpdatePatientCoverageApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/coverage`,
          method: "PUT",
          body: queryArg.newCoverage,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["estimate-clocks"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListEstimateClocksInfiniteQuery,
  useShowEstimateClockSettingsQuery,
  useLazyShowEstimateClockSettingsQuery,
  useUpdateEstimateClockSettingsMutation,
  useCloseEstimateClockMutation,
  useNoteCostQuestionMutation,
  useShowPatientCoverageQuery,
  useLazyShowPatientCoverageQuery,
  useUpdatePatientCoverageMutation,
} = estimateClocksApi;
