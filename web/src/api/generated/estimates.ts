// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  CreateEstimateApiResponse,
  CreateEstimateApiArg,
  ShowEstimateApiResponse,
  ShowEstimateApiArg,
  UpdateEstimateApiResponse,
  UpdateEstimateApiArg,
  ListEstimateVersionsApiResponse,
  ListEstimateVersionsApiArg,
  ShowEstimateVersionApiResponse,
  ShowEstimateVersionApiArg,
  VoidEstimateApiResponse,
  VoidEstimateApiArg,
} from "./types";

export const estimatesApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      createEstimate: build.mutation<
        CreateEstimateApiResponse,
        CreateEstimateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["estimates"],
      }),
      showEstimate: build.query<ShowEstimateApiResponse, ShowEstimateApiArg>({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg))}`,
        }),
        providesTags: ["estimates"],
      }),
      updateEstimate: build.mutation<
        UpdateEstimateApiResponse,
        UpdateEstimateApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}`,
          method: "PUT",
          body: queryArg.newEstimate,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["estimates"],
      }),
      listEstimateVersions: build.query<
        ListEstimateVersionsApiResponse,
        ListEstimateVersionsApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/versions`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ["estimates"],
      }),
      showEstimateVersion: build.query<
        ShowEstimateVersionApiResponse,
        ShowEstimateVersionApiArg
      >({
        query: (queryArg) => ({
          url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/versions/${encodeURIComponent(String(queryArg.version))}`,
        }),
        providesTags: ["estimates"],
      }),
      voidEstimate: build.mutation<VoidEstimateApiResponse, VoidEstimateApiArg>(
        {
          query: (queryArg) => ({
            url: `/api/gfe-estimate/${encodeURIComponent(String(queryArg.id))}/void`,
            method: "POST",
            body: queryArg.newVoid,
            headers: {
              "If-Match": queryArg["If-Match"],
            },
          }),
          invalidatesTags: ["estimates"],
        },
      ),
    }),
    overrideExisting: false,
  }),
);

export const {
  useCreateEstimateMutation,
  useShowEstimateQuery,
  useLazyShowEstimateQuery,
  useUpdateEstimateMutation,
  useListEstimateVersionsQuery,
  useLazyListEstimateVersionsQuery,
  useShowEstimateVersionQuery,
  useLazyShowEstimateVersionQuery,
  useVoidEstimateMutation,
} = estimatesApi;
