// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ShowFirstStepsApiResponse,
  ShowFirstStepsApiArg,
  CloseFirstStepsApiResponse,
  CloseFirstStepsApiArg,
  ShowAttentionApiResponse,
  ShowAttentionApiArg,
} from "./types";

export const dashboardApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      showFirstSteps: build.query<
        ShowFirstStepsApiResponse,
        ShowFirstStepsApiArg
      >({
        query: () => ({ url: `/api/clinic/first-steps` }),
        providesTags: ["dashboard"],
      }),
      closeFirstSteps: build.mutation<
        CloseFirstStepsApiResponse,
        CloseFirstStepsApiArg
      >({
        query: () => ({ url: `/api/clinic/first-steps/close`, method: "POST" }),
        invalidatesTags: ["dashboard"],
      }),
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

export const {
  useShowFirstStepsQuery,
  useLazyShowFirstStepsQuery,
  useCloseFirstStepsMutation,
  useShowAttentionQuery,
  useLazyShowAttentionQuery,
} = dashboardApi;
