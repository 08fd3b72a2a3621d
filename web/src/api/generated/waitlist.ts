// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListWaitlistApiResponse,
  ListWaitlistApiArg,
  CreateWaitlistEntryApiResponse,
  CreateWaitlistEntryApiArg,
  ListWaitlistMatchesApiResponse,
  ListWaitlistMatchesApiArg,
  ChangeWaitlistEntryApiResponse,
  ChangeWaitlistEntryApiArg,
} from "./types";

export const waitlistApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listWaitlist: build.query<ListWaitlistApiResponse, ListWaitlistApiArg>({
        query: () => ({ url: `/api/waitlist` }),
        providesTags: ["waitlist"],
      }),
      createWaitlistEntry: build.mutation<
        CreateWaitlistEntryApiResponse,
        CreateWaitlistEntryApiArg
      >({
        query: (queryArg) => ({
          url: `/api/waitlist`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["waitlist"],
      }),
      listWaitlistMatches: build.query<
        ListWaitlistMatchesApiResponse,
        ListWaitlistMatchesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/waitlist/matches`,
          params: {
            starts_at: queryArg.startsAt,
            minutes: queryArg.minutes,
            provider_id: queryArg.providerId,
          },
        }),
        providesTags: ["waitlist"],
      }),
      changeWaitlistEntry: build.mutation<
        ChangeWaitlistEntryApiResponse,
        ChangeWaitlistEntryApiArg
      >({
        query: (queryArg) => ({
          url: `/api/waitlist/${encodeURIComponent(String(queryArg.id))}`,
          method: "PATCH",
          body: queryArg.waitlistChange,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["waitlist"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListWaitlistQuery,
  useLazyListWaitlistQuery,
  useCreateWaitlistEntryMutation,
  useListWaitlistMatchesQuery,
  useLazyListWaitlistMatchesQuery,
  useChangeWaitlistEntryMutation,
} = waitlistApi;
