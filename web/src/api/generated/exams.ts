// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  CreateExamApiResponse,
  CreateExamApiArg,
  OpenExamApiResponse,
  OpenExamApiArg,
  ListExamAddendaApiResponse,
  ListExamAddendaApiArg,
  AddExamAddendumApiResponse,
  AddExamAddendumApiArg,
  VoidExamApiResponse,
  VoidExamApiArg,
  ListExamTemplatesApiResponse,
  ListExamTemplatesApiArg,
  CreateExamTemplateApiResponse,
  CreateExamTemplateApiArg,
  ListRemovedExamTemplatesApiResponse,
  ListRemovedExamTemplatesApiArg,
  UpdateExamTemplateApiResponse,
  UpdateExamTemplateApiArg,
  DeleteExamTemplateApiResponse,
  DeleteExamTemplateApiArg,
  DuplicateExamTemplateApiResponse,
  DuplicateExamTemplateApiArg,
  PutExamTemplateBackApiResponse,
  PutExamTemplateBackApiArg,
  ListExamTemplateVersionsApiResponse,
  ListExamTemplateVersionsApiArg,
  ShowExamTemplateVersionApiResponse,
  ShowExamTemplateVersionApiArg,
  RestoreExamTemplateVersionApiResponse,
  RestoreExamTemplateVersionApiArg,
  ShowExamApiResponse,
  ShowExamApiArg,
  ListExamsApiResponse,
  ListExamsApiArg,
} from "./types";

export const examsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      createExam: build.mutation<CreateExamApiResponse, CreateExamApiArg>({
        query: (queryArg) => ({
          url: `/api/gfe`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["exams"],
      }),
      openExam: build.query<OpenExamApiResponse, OpenExamApiArg>({
        query: (queryArg) => ({
          url: `/api/gfe/exams/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["exams"],
      }),
      listExamAddenda: build.infiniteQuery<ListPage<ListExamAddendaApiResponse[number]>, Omit<ListExamAddendaApiArg, "after">, PageParam>({
        ...inPages<ListExamAddendaApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/gfe/exams/${encodeURIComponent(String(queryArg.id))}/addenda`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["exams"],
      }),
      addExamAddendum: build.mutation<
        AddExamAddendumApiResponse,
        AddExamAddendumApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/exams/${encodeURIComponent(String(queryArg.id))}/addenda`,
          method: "POST",
          body: queryArg.newAddendum,
        }),
        invalidatesTags: ["exams"],
      }),
      voidExam: build.mutation<VoidExamApiResponse, VoidExamApiArg>({
        query: (queryArg) => ({
          url: `/api/gfe/exams/${encodeURIComponent(String(queryArg.id))}/void`,
          method: "POST",
          body: queryArg.newVoid,
        }),
        invalidatesTags: ["exams"],
      }),
      listExamTemplates: build.query<
        ListExamTemplatesApiResponse,
        ListExamTemplatesApiArg
      >({
        query: () => ({ url: `/api/gfe/templates` }),
        providesTags: ["exams"],
      }),
      createExamTemplate: build.mutation<
        CreateExamTemplateApiResponse,
        CreateExamTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/templates`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["exams"],
      }),
      listRemovedExamTemplates: build.query<
        ListRemovedExamTemplatesApiResponse,
        ListRemovedExamTemplatesApiArg
      >({
        query: () => ({ url: `/api/gfe/templates/removed` }),
        providesTags: ["exams"],
      }),
      updateExamTemplate: build.mutation<
        UpdateExamTemplateApiResponse,
        UpdateExamTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/templates/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.newExamTemplate,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["exams"],
      }),
      deleteExamTemplate: build.mutation<
        DeleteExamTemplateApiResponse,
        DeleteExamTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/templates/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["exams"],
      }),
      duplicateExamTemplate: build.mutation<
        DuplicateExamTemplateApiResponse,
        DuplicateExamTemplateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/templates/${encodeURIComponent(String(queryArg))}/duplicate`,
          method: "POST",
        }),
        invalidatesTags: ["exams"],
      }),
      putExamTemplateBack: build.mutation<
        PutExamTemplateBackApiResponse,
        PutExamTemplateBackApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/templates/${encodeURIComponent(String(queryArg))}/restore`,
          method: "POST",
        }),
        invalidatesTags: ["exams"],
      }),
      listExamTemplateVersions: build.query<
        ListExamTemplateVersionsApiResponse,
        ListExamTemplateVersionsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/templates/${encodeURIComponent(String(queryArg))}/versions`,
        }),
        providesTags: ["exams"],
      }),
      showExamTemplateVersion: build.query<
        ShowExamTemplateVersionApiResponse,
        ShowExamTemplateVersionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/templates/${encodeURIComponent(String(queryArg.id))}/versions/${encodeURIComponent(String(queryArg.version))}`,
        }),
        providesTags: ["exams"],
      }),
      restoreExamTemplateVersion: build.mutation<
        RestoreExamTemplateVersionApiResponse,
        RestoreExamTemplateVersionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/templates/${encodeURIComponent(String(queryArg.id))}/versions/${encodeURIComponent(String(queryArg.version))}/restore`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["exams"],
      }),
      showExam: build.query<ShowExamApiResponse, ShowExamApiArg>({
        query: (queryArg) => ({
          url: `/api/gfe/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["exams"],
      }),
      listExams: build.infiniteQuery<ListPage<ListExamsApiResponse[number]>, Omit<ListExamsApiArg, "after">, PageParam>({
        ...inPages<ListExamsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/gfe/${encodeURIComponent(String(queryArg.patientId))}/history`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["exams"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useCreateExamMutation,
  useOpenExamQuery,
  useLazyOpenExamQuery,
  useListExamAddendaInfiniteQuery,
  useAddExamAddendumMutation,
  useVoidExamMutation,
  useListExamTemplatesQuery,
  useLazyListExamTemplatesQuery,
  useCreateExamTemplateMutation,
  useListRemovedExamTemplatesQuery,
  useLazyListRemovedExamTemplatesQuery,
  useUpdateExamTemplateMutation,
  useDeleteExamTemplateMutation,
  useDuplicateExamTemplateMutation,
  usePutExamTemplateBackMutation,
  useListExamTemplateVersionsQuery,
  useLazyListExamTemplateVersionsQuery,
  useShowExamTemplateVersionQuery,
  useLazyShowExamTemplateVersionQuery,
  useRestoreExamTemplateVersionMutation,
  useShowExamQuery,
  useLazyShowExamQuery,
  useListExamsInfiniteQuery,
} = examsApi;
