// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListAppointmentsApiResponse,
  ListAppointmentsApiArg,
  CreateAppointmentApiResponse,
  CreateAppointmentApiArg,
  ListAppointmentsAheadApiResponse,
  ListAppointmentsAheadApiArg,
  ShowAppointmentChangesApiResponse,
  ShowAppointmentChangesApiArg,
  ListProvidersApiResponse,
  ListProvidersApiArg,
  ReassignAppointmentsApiResponse,
  ReassignAppointmentsApiArg,
  CountRequestsApiResponse,
  CountRequestsApiArg,
  CreateAppointmentSeriesApiResponse,
  CreateAppointmentSeriesApiArg,
  PreviewAppointmentSeriesApiResponse,
  PreviewAppointmentSeriesApiArg,
  ListFreeSlotsApiResponse,
  ListFreeSlotsApiArg,
  ShowAppointmentApiResponse,
  ShowAppointmentApiArg,
  ChangeAppointmentApiResponse,
  ChangeAppointmentApiArg,
  AcceptRequestApiResponse,
  AcceptRequestApiArg,
  MarkChartNotNeededApiResponse,
  MarkChartNotNeededApiArg,
  UnmarkChartNotNeededApiResponse,
  UnmarkChartNotNeededApiArg,
  DeclineRequestApiResponse,
  DeclineRequestApiArg,
  SetAppointmentStatusApiResponse,
  SetAppointmentStatusApiArg,
} from "./types";

export const appointmentsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listAppointments: build.infiniteQuery<ListPage<ListAppointmentsApiResponse[number]>, Omit<ListAppointmentsApiArg, "after">, PageParam>({
        ...inPages<ListAppointmentsApiResponse[number]>("X-Appointments-Mark"),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/appointments`,
          params: {
            from: queryArg["from"],
            to: queryArg.to,
            provider_id: queryArg.providerId,
            include_cancelled: queryArg.includeCancelled,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["appointments"],
      }),
      createAppointment: build.mutation<
        CreateAppointmentApiResponse,
        CreateAppointmentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["appointments"],
      }),
      listAppointmentsAhead: build.query<
        ListAppointmentsAheadApiResponse,
        ListAppointmentsAheadApiArg
      >({
        query: () => ({ url: `/api/appointments/ahead` }),
        providesTags: ["appointments"],
      }),
      showAppointmentChanges: build.query<
        ShowAppointmentChangesApiResponse,
        ShowAppointmentChangesApiArg
      >({
        query: () => ({ url: `/api/appointments/changes` }),
        providesTags: ["appointments"],
      }),
      listProviders: build.query<ListProvidersApiResponse, ListProvidersApiArg>(
        {
          query: () => ({ url: `/api/appointments/providers` }),
          providesTags: ["appointments"],
        },
      ),
      reassignAppointments: build.mutation<
        ReassignAppointmentsApiResponse,
        ReassignAppointmentsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/reassign`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["appointments"],
      }),
      countRequests: build.query<CountRequestsApiResponse, CountRequestsApiArg>(
        {
          query: () => ({ url: `/api/appointments/requests/count` }),
          providesTags: ["appointments"],
        },
      ),
      createAppointmentSeries: build.mutation<
        CreateAppointmentSeriesApiResponse,
        CreateAppointmentSeriesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/series`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["appointments"],
      }),
      previewAppointmentSeries: build.mutation<
        PreviewAppointmentSeriesApiResponse,
        PreviewAppointmentSeriesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/series/preview`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["appointments"],
      }),
      listFreeSlots: build.query<ListFreeSlotsApiResponse, ListFreeSlotsApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/appointments/slots`,
            params: {
              service: queryArg.service,
              provider_id: queryArg.providerId,
              resource_id: queryArg.resourceId,
              from: queryArg["from"],
              days: queryArg.days,
            },
          }),
          providesTags: ["appointments"],
        },
      ),
      showAppointment: build.query<
        ShowAppointmentApiResponse,
        ShowAppointmentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["appointments"],
      }),
      changeAppointment: build.mutation<
        ChangeAppointmentApiResponse,
        ChangeAppointmentApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg.id))}`,
          method: "PATCH",
          body: queryArg.appointmentChange,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["appointments"],
      }),
      acceptRequest: build.mutation<
        AcceptRequestApiResponse,
        AcceptRequestApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg.id))}/accept`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["appointments"],
      }),
      markChartNotNeeded: build.mutation<
        MarkChartNotNeededApiResponse,
        MarkChartNotNeededApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg.id))}/chart-not-needed`,
          method: "POST",
          body: queryArg.noChart,
        }),
        invalidatesTags: ["appointments"],
      }),
      unmarkChartNotNeeded: build.mutation<
        UnmarkChartNotNeededApiResponse,
        UnmarkChartNotNeededApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg))}/chart-not-needed`,
          method: "DELETE",
        }),
        invalidatesTags: ["appointments"],
      }),
      declineRequest: build.mutation<
        DeclineRequestApiResponse,
        DeclineRequestApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg.id))}/decline`,
          method: "POST",
          body: queryArg.declineRequest,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["appointments"],
      }),
      setAppointmentStatus: build.mutation<
        SetAppointmentStatusApiResponse,
        SetAppointmentStatusApiArg
      >({
        query: (queryArg) => ({
          url: `/api/appointments/${encodeURIComponent(String(queryArg.id))}/status`,
          method: "POST",
          body: queryArg.newAppointmentStatus,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["appointments"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListAppointmentsInfiniteQuery,
  useCreateAppointmentMutation,
  useListAppointmentsAheadQuery,
  useLazyListAppointmentsAheadQuery,
  useShowAppointmentChangesQuery,
  useLazyShowAppointmentChangesQuery,
  useListProvidersQuery,
  useLazyListProvidersQuery,
  useReassignAppointmentsMutation,
  useCountRequestsQuery,
  useLazyCountRequestsQuery,
  useCreateAppointmentSeriesMutation,
  usePreviewAppointmentSeriesMutation,
  useListFreeSlotsQuery,
  useLazyListFreeSlotsQuery,
  useShowAppointmentQuery,
  useLazyShowAppointmentQuery,
  useChangeAppointmentMutation,
  useAcceptRequestMutation,
  useMarkChartNotNeededMutation,
  useUnmarkChartNotNeededMutation,
  useDeclineRequestMutation,
  useSetAppointmentStatusMutation,
} = appointmentsApi;
