// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ShowClearanceSettingsApiResponse,
  ShowClearanceSettingsApiArg,
  UpdateClearanceSettingsApiResponse,
  UpdateClearanceSettingsApiArg,
  ShowExamSignatureApiResponse,
  ShowExamSignatureApiArg,
  SignExamApiResponse,
  SignExamApiArg,
  ShowClearanceApiResponse,
  ShowClearanceApiArg,
  ReportHealthChangeApiResponse,
  ReportHealthChangeApiArg,
} from "./types";

export const clearanceApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      showClearanceSettings: build.query<
        ShowClearanceSettingsApiResponse,
        ShowClearanceSettingsApiArg
      >({
        query: () => ({ url: `/api/clearance/settings` }),
        providesTags: ["clearance"],
      }),
      updateClearanceSettings: build.mutation<
        UpdateClearanceSettingsApiResponse,
        UpdateClearanceSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/clearance/settings`,
          method: "PUT",
          body: queryArg.newClearanceSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["clearance"],
      }),
      showExamSignature: build.query<
        ShowExamSignatureApiResponse,
        ShowExamSignatureApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/exams/${encodeURIComponent(String(queryArg))}/signature`,
        }),
        providesTags: ["clearance"],
      }),
      signExam: build.mutation<SignExamApiResponse, SignExamApiArg>({
        query: (queryArg) => ({
          url: `/api/gfe/exams/${encodeURIComponent(String(queryArg.id))}/signature`,
          method: "POST",
          body: queryArg.newExamSignature,
        }),
        invalidatesTags: ["clearance"],
      }),
      showClearance: build.query<ShowClearanceApiResponse, ShowClearanceApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/patients/${encodeURIComponent(String(queryArg))}/clearance`,
          }),
          providesTags: ["clearance"],
        },
      ),
      reportHealthChange: build.mutation<
        ReportHealthChangeApiResponse,
        ReportHealthChangeApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/health-changes`,
          method: "POST",
          body: queryArg.newHealthChange,
        }),
        invalidatesTags: ["clearance"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useShowClearanceSettingsQuery,
  useLazyShowClearanceSettingsQuery,
  useUpdateClearanceSettingsMutation,
  useShowExamSignatureQuery,
  useLazyShowExamSignatureQuery,
  useSignExamMutation,
  useShowClearanceQuery,
  useLazyShowClearanceQuery,
  useReportHealthChangeMutation,
} = clearanceApi;
