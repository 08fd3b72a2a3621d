// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  OpenConsentApiResponse,
  OpenConsentApiArg,
  ShowCopyApiResponse,
  ShowCopyApiArg,
  DownloadCopyApiResponse,
  DownloadCopyApiArg,
  DeclineConsentApiResponse,
  DeclineConsentApiArg,
  NoteReadToEndApiResponse,
  NoteReadToEndApiArg,
  SignConsentApiResponse,
  SignConsentApiArg,
  OpenEstimateApiResponse,
  OpenEstimateApiArg,
  AskAboutEstimateApiResponse,
  AskAboutEstimateApiArg,
  DownloadEstimateApiResponse,
  DownloadEstimateApiArg,
  ReceiveEstimateApiResponse,
  ReceiveEstimateApiArg,
  OpenVisitApiResponse,
  OpenVisitApiArg,
  AnswerVisitApiResponse,
  AnswerVisitApiArg,
  DownloadVisitApiResponse,
  DownloadVisitApiArg,
  MoveVisitApiResponse,
  MoveVisitApiArg,
  ListVisitTimesApiResponse,
  ListVisitTimesApiArg,
} from "./types";

export const portalApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      openConsent: build.query<OpenConsentApiResponse, OpenConsentApiArg>({
        query: (queryArg) => ({
          url: `/api/portal/consent/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["portal"],
      }),
      showCopy: build.query<ShowCopyApiResponse, ShowCopyApiArg>({
        query: (queryArg) => ({
          url: `/api/portal/consent/${encodeURIComponent(String(queryArg))}/copy`,
        }),
        providesTags: ["portal"],
      }),
      downloadCopy: build.query<DownloadCopyApiResponse, DownloadCopyApiArg>({
        query: (queryArg) => ({
          url: `/api/portal/consent/${encodeURIComponent(String(queryArg))}/copy/file`,
        }),
        providesTags: ["portal"],
      }),
      declineConsent: build.mutation<
        DeclineConsentApiResponse,
        DeclineConsentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/portal/consent/${encodeURIComponent(String(queryArg.token))}/decline`,
          method: "POST",
          body: queryArg.declineConsent,
        }),
        invalidatesTags: ["portal"],
      }),
      noteReadToEnd: build.mutation<
        NoteReadToEndApiResponse,
        NoteReadToEndApiArg
      >({
        query: (queryArg) => ({
          url: `/api/portal/consent/${encodeURIComponent(String(queryArg))}/read-to-end`,
          method: "POST",
        }),
        invalidatesTags: ["portal"],
      }),
      signConsent: build.mutation<SignConsentApiResponse, SignConsentApiArg>({
        query: (queryArg) => ({
          url: `/api/portal/consent/${encodeURIComponent(String(queryArg.token))}/sign`,
          method: "POST",
          body: queryArg.signConsent,
        }),
        invalidatesTags: ["portal"],
      }),
      openEstimate: build.query<OpenEstimateApiResponse, OpenEstimateApiArg>({
        query: (queryArg) => ({
          url: `/api/portal/estimate/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["portal"],
      }),
      askAboutEstimate: build.mutation<
        AskAboutEstimateApiResponse,
        AskAboutEstimateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/portal/estimate/${encodeURIComponent(String(queryArg.token))}/ask`,
          method: "POST",
          body: queryArg.askAboutEstimate,
        }),
        invalidatesTags: ["portal"],
      }),
      downloadEstimate: build.query<
        DownloadEstimateApiResponse,
        DownloadEstimateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/portal/estimate/${encodeURIComponent(String(queryArg))}/file`,
        }),
        providesTags: ["portal"],
      }),
      receiveEstimate: build.mutation<
        ReceiveEstimateApiResponse,
        ReceiveEstimateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/portal/estimate/${encodeURIComponent(String(queryArg.token))}/receive`,
          method: "POST",
          body: queryArg.receiveEstimate,
        }),
        invalidatesTags: ["portal"],
      }),
      openVisit: build.query<OpenVisitApiResponse, OpenVisitApiArg>({
        query: (queryArg) => ({
          url: `/api/visit/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["portal"],
      }),
      answerVisit: build.mutation<AnswerVisitApiResponse, AnswerVisitApiArg>({
        query: (queryArg) => ({
          url: `/api/visit/${encodeURIComponent(String(queryArg.token))}`,
          method: "POST",
          body: queryArg.answerVisit,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["portal"],
      }),
      downloadVisit: build.query<DownloadVisitApiResponse, DownloadVisitApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/visit/${encodeURIComponent(String(queryArg))}/file`,
          }),
          providesTags: ["portal"],
        },
      ),
      moveVisit: build.mutation<MoveVisitApiResponse, MoveVisitApiArg>({
        query: (queryArg) => ({
          url: `/api/visit/${encodeURIComponent(String(queryArg.token))}/move`,
          method: "POST",
          body: queryArg.moveVisit,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["portal"],
      }),
      listVisitTimes: build.query<
        ListVisitTimesApiResponse,
        ListVisitTimesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/visit/${encodeURIComponent(String(queryArg.token))}/times`,
          params: {
            from: queryArg["from"],
          },
        }),
        providesTags: ["portal"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useOpenConsentQuery,
  useLazyOpenConsentQuery,
  useShowCopyQuery,
  useLazyShowCopyQuery,
  useDownloadCopyQuery,
  useLazyDownloadCopyQuery,
  useDeclineConsentMutation,
  useNoteReadToEndMutation,
  useSignConsentMutation,
  useOpenEstimateQuery,
  useLazyOpenEstimateQuery,
  useAskAboutEstimateMutation,
  useDownloadEstimateQuery,
  useLazyDownloadEstimateQuery,
  useReceiveEstimateMutation,
  useOpenVisitQuery,
  useLazyOpenVisitQuery,
  useAnswerVisitMutation,
  useDownloadVisitQuery,
  useLazyDownloadVisitQuery,
  useMoveVisitMutation,
  useListVisitTimesQuery,
  useLazyListVisitTimesQuery,
} = portalApi;
