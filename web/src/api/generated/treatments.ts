// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListTreatmentsApiResponse,
  ListTreatmentsApiArg,
  CreateTreatmentApiResponse,
  CreateTreatmentApiArg,
  ListPendingTreatmentsApiResponse,
  ListPendingTreatmentsApiArg,
  ListTreatmentAddendaApiResponse,
  ListTreatmentAddendaApiArg,
  AddTreatmentAddendumApiResponse,
  AddTreatmentAddendumApiArg,
  ApproveTreatmentApiResponse,
  ApproveTreatmentApiArg,
  VoidTreatmentApiResponse,
  VoidTreatmentApiArg,
} from "./types";

export const treatmentsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listTreatments: build.infiniteQuery<ListPage<ListTreatmentsApiResponse[number]>, Omit<ListTreatmentsApiArg, "after">, PageParam>({
        ...inPages<ListTreatmentsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/treatments`,
          params: {
            patientId: queryArg.patientId,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["treatments"],
      }),
      createTreatment: build.mutation<
        CreateTreatmentApiResponse,
        CreateTreatmentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/treatments`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["treatments"],
      }),
      listPendingTreatments: build.query<
        ListPendingTreatmentsApiResponse,
        ListPendingTreatmentsApiArg
      >({
        query: () => ({ url: `/api/treatments/pending` }),
        providesTags: ["treatments"],
      }),
      listTreatmentAddenda: build.infiniteQuery<ListPage<ListTreatmentAddendaApiResponse[number]>, Omit<ListTreatmentAddendaApiArg, "after">, PageParam>({
        ...inPages<ListTreatmentAddendaApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/treatments/${encodeURIComponent(String(queryArg.id))}/addenda`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["treatments"],
      }),
      addTreatmentAddendum: build.mutation<
        AddTreatmentAddendumApiResponse,
        AddTreatmentAddendumApiArg
      >({
        query: (queryArg) => ({
          url: `/api/treatments/${encodeURIComponent(String(queryArg.id))}/addenda`,
          method: "POST",
          body: queryArg.newAddendum,
        }),
        invalidatesTags: ["treatments"],
      }),
      approveTreatment: build.mutation<
        ApproveTreatmentApiResponse,
        ApproveTreatmentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/treatments/${encodeURIComponent(String(queryArg.id))}/approve`,
          method: "POST",
          body: queryArg.approval,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["treatments"],
      }),
      voidTreatment: build.mutation<
        VoidTreatmentApiResponse,
        VoidTreatmentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/treatments/${encodeURIComponent(String(queryArg.id))}/void`,
          method: "POST",
          body: queryArg.newVoid,
        }),
        invalidatesTags: ["treatments"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListTreatmentsInfiniteQuery,
  useCreateTreatmentMutation,
  useListPendingTreatmentsQuery,
  useLazyListPendingTreatmentsQuery,
  useListTreatmentAddendaInfiniteQuery,
  useAddTreatmentAddendumMutation,
  useApproveTreatmentMutation,
  useVoidTreatmentMutation,
} = treatmentsApi;
