// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListFieldChangesApiResponse,
  ListFieldChangesApiArg,
} from "./types";

export const activityApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listFieldChanges: build.query<
        ListFieldChangesApiResponse,
        ListFieldChangesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/field-changes`,
          params: {
            record: queryArg.record,
            id: queryArg.id,
          },
        }),
        providesTags: ["activity"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const { useListFieldChangesQuery, useLazyListFieldChangesQuery } =
  activityApi;
