// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListConsentsApiResponse,
  ListConsentsApiArg,
  ShowConsentApiResponse,
  ShowConsentApiArg,
  ReissueConsentApiResponse,
  ReissueConsentApiArg,
  RemindOfConsentApiResponse,
  RemindOfConsentApiArg,
  ResendConsentApiResponse,
  ResendConsentApiArg,
  RevokeConsentApiResponse,
  RevokeConsentApiArg,
  WithdrawConsentApiResponse,
  WithdrawConsentApiArg,
  ListNeededConsentsApiResponse,
  ListNeededConsentsApiArg,
  ListConsentTemplatesApiResponse,
  ListConsentTemplatesApiArg,
  CreateConsentTemplateApiResponse,
  CreateConsentTemplateApiArg,
  PreviewConsentTemplateApiResponse,
  PreviewConsentTemplateApiArg,
  ListRemovedConsentTemplatesApiResponse,
  ListRemovedConsentTemplatesApiArg,
  UpdateConsentTemplateApiResponse,
  UpdateConsentTemplateApiArg,
  DeleteConsentTemplateApiResponse,
  DeleteConsentTemplateApiArg,
  DuplicateConsentTemplateApiResponse,
  DuplicateConsentTemplateApiArg,
  PutConsentTemplateBackApiResponse,
  PutConsentTemplateBackApiArg,
  ListConsentTemplateVersionsApiResponse,
  ListConsentTemplateVersionsApiArg,
  ShowConsentTemplateVersionApiResponse,
  ShowConsentTemplateVersionApiArg,
  RestoreConsentTemplateVersionApiResponse,
  RestoreConsentTemplateVersionApiArg,
  IssueConsentApiResponse,
  IssueConsentApiArg,
} from "./types";

export const consentsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listConsents: build.query<ListConsentsApiResponse, ListConsentsApiArg>({
        query: (queryArg) => ({
          url: `/api/consents`,
          params: {
            patientId: queryArg,
          },
        }),
        providesTags: ["consents"],
      }),
      showConsent: build.query<ShowConsentApiResponse, ShowConsentApiArg>({
        query: (queryArg) => ({
          url: `/api/consents/issued/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["consents"],
      }),
      reissueConsent: build.mutation<
        ReissueConsentApiResponse,
        ReissueConsentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/issued/${encodeURIComponent(String(queryArg))}/reissue`,
          method: "POST",
        }),
        invalidatesTags: ["consents"],
      }),
      remindOfConsent: build.mutation<
        RemindOfConsentApiResponse,
        RemindOfConsentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/issued/${encodeURIComponent(String(queryArg))}/remind`,
          method: "POST",
        }),
        invalidatesTags: ["consents"],
      }),
      resendConsent: build.mutation<
        ResendConsentApiResponse,
        ResendConsentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/issued/${encodeURIComponent(String(queryArg))}/resend`,
          method: "POST",
        }),
        invalidatesTags: ["consents"],
      }),
      revokeConsent: build.mutation<
        RevokeConsentApiResponse,
        RevokeConsentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/issued/${encodeURIComponent(String(queryArg))}/revoke`,
          method: "POST",
        }),
        invalidatesTags: ["consents"],
      }),
      withdrawConsent: build.mutation<
        WithdrawConsentApiResponse,
        WithdrawConsentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/issued/${encodeURIComponent(String(queryArg.id))}/withdraw`,
          method: "POST",
          body: queryArg.withdrawConsent,
        }),
        invalidatesTags: ["consents"],
      }),
      listNeededConsents: build.query<
        ListNeededConsentsApiResponse,
        ListNeededConsentsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/needed`,
          params: {
            patientId: queryArg.patientId,
            service: queryArg.service,
          },
        }),
        providesTags: ["consents"],
      }),
      listConsentTemplates: build.query<
        ListConsentTemplatesApiResponse,
        ListConsentTemplatesApiArg
      >({
        query: () => ({ url: `/api/consents/templates` }),
        providesTags: ["consents"],
      }),
      createConsentTemplate: build.mutation<
        CreateConsentTemplateApiResponse,
        CreateConsentTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["consents"],
      }),
      previewConsentTemplate: build.mutation<
        PreviewConsentTemplateApiResponse,
        PreviewConsentTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates/preview`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["consents"],
      }),
      listRemovedConsentTemplates: build.query<
        ListRemovedConsentTemplatesApiResponse,
        ListRemovedConsentTemplatesApiArg
      >({
        query: () => ({ url: `/api/consents/templates/removed` }),
        providesTags: ["consents"],
      }),
      updateConsentTemplate: build.mutation<
        UpdateConsentTemplateApiResponse,
        UpdateConsentTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.newConsentTemplate,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["consents"],
      }),
      deleteConsentTemplate: build.mutation<
        DeleteConsentTemplateApiResponse,
        DeleteConsentTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["consents"],
      }),
      duplicateConsentTemplate: build.mutation<
        DuplicateConsentTemplateApiResponse,
        DuplicateConsentTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates/${encodeURIComponent(String(queryArg))}/duplicate`,
          method: "POST",
        }),
        invalidatesTags: ["consents"],
      }),
      putConsentTemplateBack: build.mutation<
        PutConsentTemplateBackApiResponse,
        PutConsentTemplateBackApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates/${encodeURIComponent(String(queryArg))}/restore`,
          method: "POST",
        }),
        invalidatesTags: ["consents"],
      }),
      listConsentTemplateVersions: build.query<
        ListConsentTemplateVersionsApiResponse,
        ListConsentTemplateVersionsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates/${encodeURIComponent(String(queryArg))}/versions`,
        }),
        providesTags: ["consents"],
      }),
      showConsentTemplateVersion: build.query<
        ShowConsentTemplateVersionApiResponse,
        ShowConsentTemplateVersionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates/${encodeURIComponent(String(queryArg.id))}/versions/${encodeURIComponent(String(queryArg.version))}`,
        }),
        providesTags: ["consents"],
      }),
      restoreConsentTemplateVersion: build.mutation<
        RestoreConsentTemplateVersionApiResponse,
        RestoreConsentTemplateVersionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/templates/${encodeURIComponent(String(queryArg.id))}/versions/${encodeURIComponent(String(queryArg.version))}/restore`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["consents"],
      }),
      issueConsent: build.mutation<IssueConsentApiResponse, IssueConsentApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/consents/${encodeURIComponent(String(queryArg.patientId))}/issue`,
            method: "POST",
            body: queryArg.issueConsent,
          }),
          invalidatesTags: ["consents"],
        },
      ),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListConsentsQuery,
  useLazyListConsentsQuery,
  useShowConsentQuery,
  useLazyShowConsentQuery,
  useReissueConsentMutation,
  useRemindOfConsentMutation,
  useResendConsentMutation,
  useRevokeConsentMutation,
  useWithdrawConsentMutation,
  useListNeededConsentsQuery,
  useLazyListNeededConsentsQuery,
  useListConsentTemplatesQuery,
  useLazyListConsentTemplatesQuery,
  useCreateConsentTemplateMutation,
  usePreviewConsentTemplateMutation,
  useListRemovedConsentTemplatesQuery,
  useLazyListRemovedConsentTemplatesQuery,
  useUpdateConsentTemplateMutation,
  useDeleteConsentTemplateMutation,
  useDuplicateConsentTemplateMutation,
  usePutConsentTemplateBackMutation,
  useListConsentTemplateVersionsQuery,
  useLazyListConsentTemplateVersionsQuery,
  useShowConsentTemplateVersionQuery,
  useLazyShowConsentTemplateVersionQuery,
  useRestoreConsentTemplateVersionMutation,
  useIssueConsentMutation,
} = consentsApi;
