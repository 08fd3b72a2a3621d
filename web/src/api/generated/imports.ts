// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListImportsApiResponse,
  ListImportsApiArg,
  BeginImportApiResponse,
  BeginImportApiArg,
  ShowImportApiResponse,
  ShowImportApiArg,
  CancelImportApiResponse,
  CancelImportApiArg,
  MatchImportColumnsApiResponse,
  MatchImportColumnsApiArg,
  ListKeptPatientsApiResponse,
  ListKeptPatientsApiArg,
  SendImportPartApiResponse,
  SendImportPartApiArg,
  ReadImportApiResponse,
  ReadImportApiArg,
  ListImportRowsApiResponse,
  ListImportRowsApiArg,
  ForgetImportRowsApiResponse,
  ForgetImportRowsApiArg,
  RunImportApiResponse,
  RunImportApiArg,
  UndoImportApiResponse,
  UndoImportApiArg,
} from "./types";

export const importsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listImports: build.query<ListImportsApiResponse, ListImportsApiArg>({
        query: () => ({ url: `/api/imports` }),
        providesTags: ["imports"],
      }),
      beginImport: build.mutation<BeginImportApiResponse, BeginImportApiArg>({
        query: (queryArg) => ({
          url: `/api/imports`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["imports"],
      }),
      showImport: build.query<ShowImportApiResponse, ShowImportApiArg>({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["imports"],
      }),
      cancelImport: build.mutation<CancelImportApiResponse, CancelImportApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/cancel`,
            method: "POST",
            headers: {
              "If-Match": queryArg["If-Match"],
            },
          }),
          invalidatesTags: ["imports"],
        },
      ),
      matchImportColumns: build.mutation<
        MatchImportColumnsApiResponse,
        MatchImportColumnsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/columns`,
          method: "PUT",
          body: queryArg.columnMatching,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["imports"],
      }),
      listKeptPatients: build.query<
        ListKeptPatientsApiResponse,
        ListKeptPatientsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg))}/kept`,
        }),
        providesTags: ["imports"],
      }),
      sendImportPart: build.mutation<
        SendImportPartApiResponse,
        SendImportPartApiArg
      >({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/parts/${encodeURIComponent(String(queryArg["number"]))}`,
          method: "PUT",
          body: queryArg.importPart,
        }),
        invalidatesTags: ["imports"],
      }),
      readImport: build.mutation<ReadImportApiResponse, ReadImportApiArg>({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/read`,
          method: "POST",
          body: queryArg.fileReading,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["imports"],
      }),
      listImportRows: build.infiniteQuery<ListPage<ListImportRowsApiResponse[number]>, Omit<ListImportRowsApiArg, "after">, PageParam>({
        ...inPages<ListImportRowsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/rows`,
          params: {
            kind: queryArg.kind,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["imports"],
      }),
      listImportRowsPage: build.query<
        ListImportRowsApiResponse,
        ListImportRowsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/rows`,
          params: {
            kind: queryArg.kind,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ["imports"],
      }),
      forgetImportRows: build.mutation<
        ForgetImportRowsApiResponse,
        ForgetImportRowsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/rows`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["imports"],
      }),
      runImport: build.mutation<RunImportApiResponse, RunImportApiArg>({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/run`,
          method: "POST",
          body: queryArg.importRun,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["imports"],
      }),
      undoImport: build.mutation<UndoImportApiResponse, UndoImportApiArg>({
        query: (queryArg) => ({
          url: `/api/imports/${encodeURIComponent(String(queryArg.id))}/undo`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["imports"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListImportsQuery,
  useLazyListImportsQuery,
  useBeginImportMutation,
  useShowImportQuery,
  useLazyShowImportQuery,
  useCancelImportMutation,
  useMatchImportColumnsMutation,
  useListKeptPatientsQuery,
  useLazyListKeptPatientsQuery,
  useSendImportPartMutation,
  useReadImportMutation,
  useListImportRowsInfiniteQuery,
  useListImportRowsPageQuery,
  useLazyListImportRowsPageQuery,
  useForgetImportRowsMutation,
  useRunImportMutation,
  useUndoImportMutation,
} = importsApi;
