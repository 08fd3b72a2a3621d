// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListApiTokensApiResponse,
  ListApiTokensApiArg,
  CreateApiTokenApiResponse,
  CreateApiTokenApiArg,
  RevokeApiTokenApiResponse,
  RevokeApiTokenApiArg,
} from "./types";

export const fhirApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listApiTokens: build.query<ListApiTokensApiResponse, ListApiTokensApiArg>(
        {
          query: () => ({ url: `/api/clinic/api-tokens` }),
          providesTags: ["fhir"],
        },
      ),
      createApiToken: build.mutation<
        CreateApiTokenApiResponse,
        CreateApiTokenApiArg
      >({
        query: (queryArg) => ({
          url: `/api/clinic/api-tokens`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["fhir"],
      }),
      revokeApiToken: build.mutation<
        RevokeApiTokenApiResponse,
        RevokeApiTokenApiArg
      >({
        query: (queryArg) => ({
          url: `/api/clinic/api-tokens/${encodeURIComponent(String(queryArg))}/revoke`,
          method: "POST",
        }),
        invalidatesTags: ["fhir"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListApiTokensQuery,
  useLazyListApiTokensQuery,
  useCreateApiTokenMutation,
  useRevokeApiTokenMutation,
} = fhirApi;
