// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ShowAttentionApiResponse,
  ShowAttentionApiArg,
} from "./types";

export const dashboardApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      showAttention: build.query<ShowAttentionApiResponse, ShowAttentionApiArg>(
        {
          query: () => ({ url: `/api/dashboard` }),
          providesTags: ["dashboard"],
        },
      ),
    }),
    overrideExisting: false,
  }),
);

export const { useShowAttentionQuery, useLazyShowAttentionQuery } =
  dashboardApi;
