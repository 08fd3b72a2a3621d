// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ShowPlanApiResponse,
  ShowPlanApiArg,
  CreateCheckoutSessionApiResponse,
  CreateCheckoutSessionApiArg,
  CreatePortalSessionApiResponse,
  CreatePortalSessionApiArg,
  RefreshBillingApiResponse,
  RefreshBillingApiArg,
} from "./types";

export const billingApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      showPlan: build.query<ShowPlanApiResponse, ShowPlanApiArg>({
        query: () => ({ url: `/api/clinic/plan` }),
        providesTags: ["billing"],
      }),
      createCheckoutSession: build.mutation<
        CreateCheckoutSessionApiResponse,
        CreateCheckoutSessionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/stripe/create-checkout-session`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["billing"],
      }),
      createPortalSession: build.mutation<
        CreatePortalSessionApiResponse,
        CreatePortalSessionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/stripe/portal-session`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["billing"],
      }),
      refreshBilling: build.mutation<
        RefreshBillingApiResponse,
        RefreshBillingApiArg
      >({
        query: (queryArg) => ({
          url: `/api/stripe/refresh`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["billing"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useShowPlanQuery,
  useLazyShowPlanQuery,
  useCreateCheckoutSessionMutation,
  useCreatePortalSessionMutation,
  useRefreshBillingMutation,
} = billingApi;
