// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  CreateEstimateApiResponse,
  CreateEstimateApiArg,
  ShowEstimatePosterApiResponse,
  ShowEstimatePosterApiArg,
  MakeEstimatePosterApiResponse,
  MakeEstimatePosterApiArg,
  DownloadEstimatePosterApiResponse,
  DownloadEstimatePosterApiArg,
  ListEstimateQuestionsApiResponse,
  ListEstimateQuestionsApiArg,
  AnswerEstimateQuestionApiResponse,
  AnswerEstimateQuestionApiArg,
  ShowEstimateSettingsApiResponse,
  ShowEstimateSettingsApiArg,
  UpdateEstimateSettingsApiResponse,
  UpdateEstimateSettingsApiArg,
  ShowEstimateApiResponse,
  ShowEstimateApiArg,
  UpdateEstimateApiResponse,
  UpdateEstimateApiArg,
  ShowEstimateContentApiResponse,
  ShowEstimateContentApiArg,
  UpdateEstimateContentApiResponse,
  UpdateEstimateContentApiArg,
  GiveEstimateApiResponse,
  GiveEstimateApiArg,
  IssueEstimateApiResponse,
  IssueEstimateApiArg,
  ShowIssuedVersionApiResponse,
  ShowIssuedVersionApiArg,
  OpenEstimateFileApiResponse,
  OpenEstimateFileApiArg,
  ListEstimateVersionsApiResponse,
  ListEstimateVersionsApiArg,
  ShowEstimateVersionApiResponse,
  ShowEstimateVersionApiArg,
  VoidEstimateApiResponse,
  VoidEstimateApiArg,
  ShowRightToEstimateApiResponse,
  ShowRightToEstimateApiArg,
} from "./types";

export const estimatesApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      createEstimate: build.mutation<
        CreateEstimateApiResponse,
        CreateEstimateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["estimates"],
      }),
      showEstimatePoster: build.query<
        ShowEstimatePosterApiResponse,
        ShowEstimatePosterApiArg
      >({
        query: () => ({ url: `/api/gfe-estimate/notice` }),
        providesTags: ["estimates"],
      }),
      makeEstimatePoster: build.mutation<
        MakeEstimatePosterApiResponse,
        MakeEstimatePosterApiArg
      >({
        query: () => ({ url: `/api/gfe-estimate/notice`, method: "POST" }),
        invalidatesTags: ["estimates"],
      }),
      downloadEstimatePoster: build.query<
        DownloadEstimatePosterApiResponse,
        DownloadEstimatePosterApiArg
      >({
        query: () => ({ url: `/api/gfe-estimate/notice/file` }),
        providesTags: ["estimates"],
      }),
      listEstimateQuestions: build.query<
        ListEstimateQuestionsApiResponse,
        ListEstimateQuestionsApiArg
      >({
        query: () => ({ url: `/api/gfe-estimate/questions` }),
        providesTags: ["estimates"],
      }),
      answerEstimateQuestion: build.mutation<
        AnswerEstimateQuestionApiResponse,
        AnswerEstimateQuestionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/questions/${encodeURIComponent(String(queryArg))}/answered`,
          method: "POST",
        }),
        invalidatesTags: ["estimates"],
      }),
      showEstimateSettings: build.query<
        ShowEstimateSettingsApiResponse,
        ShowEstimateSettingsApiArg
      >({
        query: () => ({ url: `/api/gfe-estimate/settings` }),
        providesTags: ["estimates"],
      }),
      updateEstimateSettings: build.mutation<
        UpdateEstimateSettingsApiResponse,
        UpdateEstimateSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/settings`,
          method: "PUT",
          body: queryArg.newEstimateSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["estimates"],
      }),
      showEstimate: build.query<ShowEstimateApiResponse, ShowEstimateApiArg>({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["estimates"],
      }),
      updateEstimate: build.mutation<
        UpdateEstimateApiResponse,
        UpdateEstimateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.newEstimate,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["estimates"],
      }),
      showEstimateContent: build.query<
        ShowEstimateContentApiResponse,
        ShowEstimateContentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg))}/content`,
        }),
        providesTags: ["estimates"],
      }),
      updateEstimateContent: build.mutation<
        UpdateEstimateContentApiResponse,
        UpdateEstimateContentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/content`,
          method: "PUT",
          body: queryArg.newEstimateContent,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["estimates"],
      }),
      giveEstimate: build.mutation<GiveEstimateApiResponse, GiveEstimateApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/give`,
            method: "POST",
            body: queryArg.giveEstimate,
          }),
          invalidatesTags: ["estimates"],
        },
      ),
      issueEstimate: build.mutation<
        IssueEstimateApiResponse,
        IssueEstimateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/issue`,
          method: "POST",
          body: queryArg.issueEstimate,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["estimates"],
      }),
      showIssuedVersion: build.query<
        ShowIssuedVersionApiResponse,
        ShowIssuedVersionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/issues/${encodeURIComponent(String(queryArg.version))}`,
        }),
        providesTags: ["estimates"],
      }),
      openEstimateFile: build.query<
        OpenEstimateFileApiResponse,
        OpenEstimateFileApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/issues/${encodeURIComponent(String(queryArg.version))}/file`,
        }),
        providesTags: ["estimates"],
      }),
      listEstimateVersions: build.infiniteQuery<ListPage<ListEstimateVersionsApiResponse[number]>, Omit<ListEstimateVersionsApiArg, "after">, PageParam>({
        ...inPages<ListEstimateVersionsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/versions`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["estimates"],
      }),
      showEstimateVersion: build.query<
        ShowEstimateVersionApiResponse,
        ShowEstimateVersionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/versions/${encodeURIComponent(String(queryArg.version))}`,
        }),
        providesTags: ["estimates"],
      }),
      voidEstimate: build.mutation<VoidEstimateApiResponse, VoidEstimateApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/void`,
            method: "POST",
            body: queryArg.newVoid,
            headers: {
              "If-Match": queryArg["If-Match"],
            },
          }),
          invalidatesTags: ["estimates"],
        },
      ),
      showRightToEstimate: build.query<
        ShowRightToEstimateApiResponse,
        ShowRightToEstimateApiArg
      >({
        query: () => ({ url: `/api/right-to-estimate` }),
        providesTags: ["estimates"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useCreateEstimateMutation,
  useShowEstimatePosterQuery,
  useLazyShowEstimatePosterQuery,
  useMakeEstimatePosterMutation,
  useDownloadEstimatePosterQuery,
  useLazyDownloadEstimatePosterQuery,
  useListEstimateQuestionsQuery,
  useLazyListEstimateQuestionsQuery,
  useAnswerEstimateQuestionMutation,
  useShowEstimateSettingsQuery,
  useLazyShowEstimateSettingsQuery,
  useUpdateEstimateSettingsMutation,
  useShowEstimateQuery,
  useLazyShowEstimateQuery,
  useUpdateEstimateMutation,
  useShowEstimateContentQuery,
  useLazyShowEstimateContentQuery,
  useUpdateEstimateContentMutation,
  useGiveEstimateMutation,
  useIssueEstimateMutation,
  useShowIssuedVersionQuery,
  useLazyShowIssuedVersionQuery,
  useOpenEstimateFileQuery,
  useLazyOpenEstimateFileQuery,
  useListEstimateVersionsInfiniteQuery,
  useShowEstimateVersionQuery,
  useLazyShowEstimateVersionQuery,
  useVoidEstimateMutation,
  useShowRightToEstimateQuery,
  useLazyShowRightToEstimateQuery,
} = estimatesApi;
