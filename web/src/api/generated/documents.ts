// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  OpenConsentCopyApiResponse,
  OpenConsentCopyApiArg,
  PrintDocumentApiResponse,
  PrintDocumentApiArg,
  VerifyDocumentApiResponse,
  VerifyDocumentApiArg,
  ShowDocumentApiResponse,
  ShowDocumentApiArg,
  OpenDocumentApiResponse,
  OpenDocumentApiArg,
  ListEstimateCopiesApiResponse,
  ListEstimateCopiesApiArg,
  OpenEstimateCopyApiResponse,
  OpenEstimateCopyApiArg,
  ListExamCopiesApiResponse,
  ListExamCopiesApiArg,
  OpenExamCopyApiResponse,
  OpenExamCopyApiArg,
  ListExportsApiResponse,
  ListExportsApiArg,
  ExportPatientApiResponse,
  ExportPatientApiArg,
  DownloadExportApiResponse,
  DownloadExportApiArg,
  ListTreatmentCopiesApiResponse,
  ListTreatmentCopiesApiArg,
  OpenTreatmentCopyApiResponse,
  OpenTreatmentCopyApiArg,
} from "./types";

export const documentsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      openConsentCopy: build.query<
        OpenConsentCopyApiResponse,
        OpenConsentCopyApiArg
      >({
        query: (queryArg) => ({
          url: `/api/consents/issued/${encodeURIComponent(String(queryArg))}/copy/file`,
        }),
        providesTags: ["documents"],
      }),
      printDocument: build.mutation<
        PrintDocumentApiResponse,
        PrintDocumentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/documents`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["documents"],
      }),
      verifyDocument: build.mutation<
        VerifyDocumentApiResponse,
        VerifyDocumentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/documents/verify`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["documents"],
      }),
      showDocument: build.query<ShowDocumentApiResponse, ShowDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["documents"],
      }),
      openDocument: build.query<OpenDocumentApiResponse, OpenDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg))}/file`,
        }),
        providesTags: ["documents"],
      }),
      listEstimateCopies: build.query<
        ListEstimateCopiesApiResponse,
        ListEstimateCopiesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg))}/copies`,
        }),
        providesTags: ["documents"],
      }),
      openEstimateCopy: build.query<
        OpenEstimateCopyApiResponse,
        OpenEstimateCopyApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/copies/${encodeURIComponent(String(queryArg.version))}/file`,
        }),
        providesTags: ["documents"],
      }),
      listExamCopies: build.query<
        ListExamCopiesApiResponse,
        ListExamCopiesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe/exams/${encodeURIComponent(String(queryArg))}/copies`,
        }),
        providesTags: ["documents"],
      }),
      openExamCopy: build.query<OpenExamCopyApiResponse, OpenExamCopyApiArg>({
        query: (queryArg) => ({
          url: `/api/gfe/exams/${encodeURIComponent(String(queryArg.id))}/copies/${encodeURIComponent(String(queryArg.kind))}/file`,
        }),
        providesTags: ["documents"],
      }),
      listExports: build.query<ListExportsApiResponse, ListExportsApiArg>({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}/exports`,
        }),
        providesTags: ["documents"],
      }),
      exportPatient: build.mutation<
        ExportPatientApiResponse,
        ExportPatientApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/exports`,
          method: "POST",
          body: queryArg.newExport,
        }),
        invalidatesTags: ["documents"],
      }),
      downloadExport: build.query<
        DownloadExportApiResponse,
        DownloadExportApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/exports/${encodeURIComponent(String(queryArg["export"]))}/file`,
          params: {
            number: queryArg["number"],
          },
        }),
        providesTags: ["documents"],
      }),
      listTreatmentCopies: build.query<
        ListTreatmentCopiesApiResponse,
        ListTreatmentCopiesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/treatments/${encodeURIComponent(String(queryArg))}/copies`,
        }),
        providesTags: ["documents"],
      }),
      openTreatmentCopy: build.query<
        OpenTreatmentCopyApiResponse,
        OpenTreatmentCopyApiArg
      >({
        query: (queryArg) => ({
          url: `/api/treatments/${encodeURIComponent(String(queryArg.id))}/copies/${encodeURIComponent(String(queryArg.kind))}/file`,
        }),
        providesTags: ["documents"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useOpenConsentCopyQuery,
  useLazyOpenConsentCopyQuery,
  usePrintDocumentMutation,
  useVerifyDocumentMutation,
  useShowDocumentQuery,
  useLazyShowDocumentQuery,
  useOpenDocumentQuery,
  useLazyOpenDocumentQuery,
  useListEstimateCopiesQuery,
  useLazyListEstimateCopiesQuery,
  useOpenEstimateCopyQuery,
  useLazyOpenEstimateCopyQuery,
  useListExamCopiesQuery,
  useLazyListExamCopiesQuery,
  useOpenExamCopyQuery,
  useLazyOpenExamCopyQuery,
  useListExportsQuery,
  useLazyListExportsQuery,
  useExportPatientMutation,
  useDownloadExportQuery,
  useLazyDownloadExportQuery,
  useListTreatmentCopiesQuery,
  useLazyListTreatmentCopiesQuery,
  useOpenTreatmentCopyQuery,
  useLazyOpenTreatmentCopyQuery,
} = documentsApi;
