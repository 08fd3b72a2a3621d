// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  SignUpApiResponse,
  SignUpApiArg,
  ShowAvailabilityApiResponse,
  ShowAvailabilityApiArg,
  FindClinicsApiResponse,
  FindClinicsApiArg,
  ListOfferedPlansApiResponse,
  ListOfferedPlansApiArg,
} from "./types";

export const platformApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      signUp: build.mutation<SignUpApiResponse, SignUpApiArg>({
        query: (queryArg) => ({
          url: `/api/clinics`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["platform"],
      }),
      showAvailability: build.query<
        ShowAvailabilityApiResponse,
        ShowAvailabilityApiArg
      >({
        query: (queryArg) => ({
          url: `/api/clinics/availability`,
          params: {
            subdomain: queryArg,
          },
        }),
        providesTags: ["platform"],
      }),
      findClinics: build.mutation<FindClinicsApiResponse, FindClinicsApiArg>({
        query: (queryArg) => ({
          url: `/api/clinics/find`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["platform"],
      }),
      listOfferedPlans: build.query<
        ListOfferedPlansApiResponse,
        ListOfferedPlansApiArg
      >({
        query: () => ({ url: `/api/plans` }),
        providesTags: ["platform"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useSignUpMutation,
  useShowAvailabilityQuery,
  useLazyShowAvailabilityQuery,
  useFindClinicsMutation,
  useListOfferedPlansQuery,
  useLazyListOfferedPlansQuery,
} = platformApi;
