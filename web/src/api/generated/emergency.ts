// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListEmergencyAccessesApiResponse,
  ListEmergencyAccessesApiArg,
  OpenEmergencyAccessApiResponse,
  OpenEmergencyAccessApiArg,
  AssessEmergencyAccessApiResponse,
  AssessEmergencyAccessApiArg,
  EndEmergencyAccessApiResponse,
  EndEmergencyAccessApiArg,
  ShowEmergencyRecordApiResponse,
  ShowEmergencyRecordApiArg,
} from "./types";

export const emergencyApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listEmergencyAccesses: build.infiniteQuery<ListPage<ListEmergencyAccessesApiResponse[number]>, Omit<ListEmergencyAccessesApiArg, "after">, PageParam>({
        ...inPages<ListEmergencyAccessesApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/emergency-access`,
          params: {
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["emergency"],
      }),
      openEmergencyAccess: build.mutation<
        OpenEmergencyAccessApiResponse,
        OpenEmergencyAccessApiArg
      >({
        query: (queryArg) => ({
          url: `/api/emergency-access`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["emergency"],
      }),
      assessEmergencyAccess: build.mutation<
        AssessEmergencyAccessApiResponse,
        AssessEmergencyAccessApiArg
      >({
        query: (queryArg) => ({
          url: `/api/emergency-access/${encodeURIComponent(String(queryArg.id))}/assessment`,
          method: "POST",
          body: queryArg.newAssessment,
        }),
        invalidatesTags: ["emergency"],
      }),
      endEmergencyAccess: build.mutation<
        EndEmergencyAccessApiResponse,
        EndEmergencyAccessApiArg
      >({
        query: (queryArg) => ({
          url: `/api/emergency-access/${encodeURIComponent(String(queryArg))}/end`,
          method: "POST",
        }),
        invalidatesTags: ["emergency"],
      }),
      showEmergencyRecord: build.query<
        ShowEmergencyRecordApiResponse,
        ShowEmergencyRecordApiArg
      >({
        query: (queryArg) => ({
          url: `/api/patients/${encodeURIComponent(String(queryArg))}/emergency-record`,
        }),
        providesTags: ["emergency"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListEmergencyAccessesInfiniteQuery,
  useOpenEmergencyAccessMutation,
  useAssessEmergencyAccessMutation,
  useEndEmergencyAccessMutation,
  useShowEmergencyRecordQuery,
  useLazyShowEmergencyRecordQuery,
} = emergencyApi;
