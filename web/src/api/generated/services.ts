// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ListServicesApiResponse,
  ListServicesApiArg,
  CreateServiceApiResponse,
  CreateServiceApiArg,
  OrderServicesApiResponse,
  OrderServicesApiArg,
  DeleteServiceApiResponse,
  DeleteServiceApiArg,
  ChangeServiceApiResponse,
  ChangeServiceApiArg,
  RestoreServiceApiResponse,
  RestoreServiceApiArg,
  RetireServiceApiResponse,
  RetireServiceApiArg,
} from "./types";

export const servicesApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listServices: build.query<ListServicesApiResponse, ListServicesApiArg>({
        query: (queryArg) => ({
          url: `/api/services`,
          params: {
            retired: queryArg,
          },
        }),
        providesTags: ["services"],
      }),
      createService: build.mutation<
        CreateServiceApiResponse,
        CreateServiceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/services`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["services"],
      }),
      orderServices: build.mutation<
        OrderServicesApiResponse,
        OrderServicesApiArg
      >({
        query: (queryArg) => ({
          url: `/api/services/order`,
          method: "PUT",
          body: queryArg,
        }),
        invalidatesTags: ["services"],
      }),
      deleteService: build.mutation<
        DeleteServiceApiResponse,
        DeleteServiceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/services/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["services"],
      }),
      changeService: build.mutation<
        ChangeServiceApiResponse,
        ChangeServiceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/services/${encodeURIComponent(String(queryArg.id))}`,
          method: "PATCH",
          body: queryArg.serviceChange,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["services"],
      }),
      restoreService: build.mutation<
        RestoreServiceApiResponse,
        RestoreServiceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/services/${encodeURIComponent(String(queryArg.id))}/restore`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["services"],
      }),
      retireService: build.mutation<
        RetireServiceApiResponse,
        RetireServiceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/services/${encodeURIComponent(String(queryArg.id))}/retire`,
          method: "POST",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["services"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListServicesQuery,
  useLazyListServicesQuery,
  useCreateServiceMutation,
  useOrderServicesMutation,
  useDeleteServiceMutation,
  useChangeServiceMutation,
  useRestoreServiceMutation,
  useRetireServiceMutation,
} = servicesApi;
