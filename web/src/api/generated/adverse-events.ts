// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListAdverseEventsApiResponse,
  ListAdverseEventsApiArg,
  ReportAdverseEventApiResponse,
  ReportAdverseEventApiArg,
  AcknowledgeAdverseEventApiResponse,
  AcknowledgeAdverseEventApiArg,
  CorrectAdverseEventApiResponse,
  CorrectAdverseEventApiArg,
  FollowUpAdverseEventApiResponse,
  FollowUpAdverseEventApiArg,
  ListPatientAdverseEventsApiResponse,
  ListPatientAdverseEventsApiArg,
} from "./types";

export const adverseEventsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listAdverseEvents: build.infiniteQuery<ListPage<ListAdverseEventsApiResponse[number]>, Omit<ListAdverseEventsApiArg, "after">, PageParam>({
        ...inPages<ListAdverseEventsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/adverse-events`,
          params: {
            open: queryArg.open,
            severity: queryArg.severity,
            from: queryArg["from"],
            to: queryArg.to,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["adverse-events"],
      }),
      reportAdverseEvent: build.mutation<
        ReportAdverseEventApiResponse,
        ReportAdverseEventApiArg
      >({
        query: (queryArg) => ({
          url: `/api/adverse-events`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["adverse-events"],
      }),
      acknowledgeAdverseEvent: build.mutation<
        AcknowledgeAdverseEventApiResponse,
        AcknowledgeAdverseEventApiArg
      >({
        query: (queryArg) => ({
          url: `/api/adverse-events/${encodeURIComponent(String(queryArg))}/acknowledge`,
          method: "POST",
        }),
        invalidatesTags: ["adverse-events"],
      }),
      correctAdverseEvent: build.mutation<
        CorrectAdverseEventApiResponse,
        CorrectAdverseEventApiArg
      >({
        query: (queryArg) => ({
          url: `/api/adverse-events/${encodeURIComponent(String(queryArg.id))}/corrections`,
          method: "POST",
          body: queryArg.adverseEventCorrection,
        }),
        invalidatesTags: ["adverse-events"],
      }),
      followUpAdverseEvent: build.mutation<
        FollowUpAdverseEventApiResponse,
        FollowUpAdverseEventApiArg
      >({
        query: (queryArg) => ({
          url: `/api/adverse-events/${encodeURIComponent(String(queryArg.id))}/follow-ups`,
          method: "POST",
          body: queryArg.newAdverseEventFollowUp,
        }),
        invalidatesTags: ["adverse-events"],
      }),
      listPatientAdverseEvents: build.infiniteQuery<ListPage<ListPatientAdverseEventsApiResponse[number]>, Omit<ListPatientAdverseEventsApiArg, "after">, PageParam>({
        ...inPages<ListPatientAdverseEventsApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg.id))}/adverse-events`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["adverse-events"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListAdverseEventsInfiniteQuery,
  useReportAdverseEventMutation,
  useAcknowledgeAdverseEventMutation,
  useCorrectAdverseEventMutation,
  useFollowUpAdverseEventMutation,
  useListPatientAdverseEventsInfiniteQuery,
} = adverseEventsApi;
