// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ShowCalendarFeedApiResponse,
  ShowCalendarFeedApiArg,
  MakeCalendarFeedApiResponse,
  MakeCalendarFeedApiArg,
  RevokeCalendarFeedApiResponse,
  RevokeCalendarFeedApiArg,
  ListCalendarFeedsApiResponse,
  ListCalendarFeedsApiArg,
  ShowCalendarFeedSettingsApiResponse,
  ShowCalendarFeedSettingsApiArg,
  UpdateCalendarFeedSettingsApiResponse,
  UpdateCalendarFeedSettingsApiArg,
  RevokeMembersCalendarFeedApiResponse,
  RevokeMembersCalendarFeedApiArg,
  ReadCalendarApiResponse,
  ReadCalendarApiArg,
} from "./types";

export const calendarApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      showCalendarFeed: build.query<
        ShowCalendarFeedApiResponse,
        ShowCalendarFeedApiArg
      >({
        query: () => ({ url: `/api/calendar-feed` }),
        providesTags: ["calendar"],
      }),
      makeCalendarFeed: build.mutation<
        MakeCalendarFeedApiResponse,
        MakeCalendarFeedApiArg
      >({
        query: () => ({ url: `/api/calendar-feed`, method: "POST" }),
        invalidatesTags: ["calendar"],
      }),
      revokeCalendarFeed: build.mutation<
        RevokeCalendarFeedApiResponse,
        RevokeCalendarFeedApiArg
      >({
        query: () => ({ url: `/api/calendar-feed`, method: "DELETE" }),
        invalidatesTags: ["calendar"],
      }),
      listCalendarFeeds: build.query<
        ListCalendarFeedsApiResponse,
        ListCalendarFeedsApiArg
      >({
        query: () => ({ url: `/api/calendar-feeds` }),
        providesTags: ["calendar"],
      }),
      showCalendarFeedSettings: build.query<
        ShowCalendarFeedSettingsApiResponse,
        ShowCalendarFeedSettingsApiArg
      >({
        query: () => ({ url: `/api/calendar-feeds/settings` }),
        providesTags: ["calendar"],
      }),
      updateCalendarFeedSettings: build.mutation<
        UpdateCalendarFeedSettingsApiResponse,
        UpdateCalendarFeedSettingsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/calendar-feeds/settings`,
          method: "PUT",
          body: queryArg.newCalendarFeedSettings,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["calendar"],
      }),
      revokeMembersCalendarFeed: build.mutation<
        RevokeMembersCalendarFeedApiResponse,
        RevokeMembersCalendarFeedApiArg
      >({
        query: (queryArg) => ({
          url: `/api/calendar-feeds/${encodeURIComponent(String(queryArg))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["calendar"],
      }),
      readCalendar: build.query<ReadCalendarApiResponse, ReadCalendarApiArg>({
        query: (queryArg) => ({
          url: `/api/calendar/${encodeURIComponent(String(queryArg))}/file`,
        }),
        providesTags: ["calendar"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useShowCalendarFeedQuery,
  useLazyShowCalendarFeedQuery,
  useMakeCalendarFeedMutation,
  useRevokeCalendarFeedMutation,
  useListCalendarFeedsQuery,
  useLazyListCalendarFeedsQuery,
  useShowCalendarFeedSettingsQuery,
  useLazyShowCalendarFeedSettingsQuery,
  useUpdateCalendarFeedSettingsMutation,
  useRevokeMembersCalendarFeedMutation,
  useReadCalendarQuery,
  useLazyReadCalendarQuery,
} = calendarApi;
