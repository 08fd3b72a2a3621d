// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListFollowUpsApiResponse,
  ListFollowUpsApiArg,
  ChangeFollowUpApiResponse,
  ChangeFollowUpApiArg,
} from "./types";

export const followUpsApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listFollowUps: build.query<ListFollowUpsApiResponse, ListFollowUpsApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/follow-ups`,
            params: {
              done: queryArg,
            },
          }),
          providesTags: ["follow-ups"],
        },
      ),
      changeFollowUp: build.mutation<
        ChangeFollowUpApiResponse,
        ChangeFollowUpApiArg
      >({
        query: (queryArg) => ({
          url: `/api/follow-ups/${encodeURIComponent(String(queryArg.id))}`,
          method: "PATCH",
          body: queryArg.followUpChange,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["follow-ups"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListFollowUpsQuery,
  useLazyListFollowUpsQuery,
  useChangeFollowUpMutation,
} = followUpsApi;
