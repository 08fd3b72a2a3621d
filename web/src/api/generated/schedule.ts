// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { withTags } from "../tags";
import type {
  ShowScheduleApiResponse,
  ShowScheduleApiArg,
  AddBlockApiResponse,
  AddBlockApiArg,
  RemoveBlockApiResponse,
  RemoveBlockApiArg,
  ChangeBlockApiResponse,
  ChangeBlockApiArg,
  ListClosuresApiResponse,
  ListClosuresApiArg,
  AddClosureApiResponse,
  AddClosureApiArg,
  RemoveClosureApiResponse,
  RemoveClosureApiArg,
  SetWorkingHoursApiResponse,
  SetWorkingHoursApiArg,
  AddResourceApiResponse,
  AddResourceApiArg,
  ChangeResourceApiResponse,
  ChangeResourceApiArg,
} from "./types";

export const scheduleApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      showSchedule: build.query<ShowScheduleApiResponse, ShowScheduleApiArg>({
        query: (queryArg) => ({
          url: `/api/schedule`,
          params: {
            from: queryArg["from"],
            to: queryArg.to,
          },
        }),
        providesTags: ["schedule"],
      }),
      addBlock: build.mutation<AddBlockApiResponse, AddBlockApiArg>({
        query: (queryArg) => ({
          url: `/api/schedule/blocks`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["schedule"],
      }),
      removeBlock: build.mutation<RemoveBlockApiResponse, RemoveBlockApiArg>({
        query: (queryArg) => ({
          url: `/api/schedule/blocks/${encodeURIComponent(String(queryArg.id))}`,
          method: "DELETE",
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["schedule"],
      }),
      changeBlock: build.mutation<ChangeBlockApiResponse, ChangeBlockApiArg>({
        query: (queryArg) => ({
          url: `/api/schedule/blocks/${encodeURIComponent(String(queryArg.id))}`,
          method: "PATCH",
          body: queryArg.blockChange,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["schedule"],
      }),
      listClosures: build.query<ListClosuresApiResponse, ListClosuresApiArg>({
        query: () => ({ url: `/api/schedule/closures` }),
        providesTags: ["schedule"],
      }),
      addClosure: build.mutation<AddClosureApiResponse, AddClosureApiArg>({
        query: (queryArg) => ({
          url: `/api/schedule/closures`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["schedule"],
      }),
      removeClosure: build.mutation<
        RemoveClosureApiResponse,
        RemoveClosureApiArg
      >({
        query: (queryArg) => ({
          url: `/api/schedule/closures/${encodeURIComponent(String(queryArg))}`,
          method: "DELETE",
        }),
        invalidatesTags: ["schedule"],
      }),
      setWorkingHours: build.mutation<
        SetWorkingHoursApiResponse,
        SetWorkingHoursApiArg
      >({
        query: (queryArg) => ({
          url: `/api/schedule/hours/${encodeURIComponent(String(queryArg.memberId))}`,
          method: "PUT",
          body: queryArg.newWorkingHours,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["schedule"],
      }),
      addResource: build.mutation<AddResourceApiResponse, AddResourceApiArg>({
        query: (queryArg) => ({
          url: `/api/schedule/resources`,
          method: "POST",
          body: queryArg,
        }),
        invalidatesTags: ["schedule"],
      }),
      changeResource: build.mutation<
        ChangeResourceApiResponse,
        ChangeResourceApiArg
      >({
        query: (queryArg) => ({
          url: `/api/schedule/resources/${encodeURIComponent(String(queryArg.id))}`,
          method: "PATCH",
          body: queryArg.resourceChange,
          headers: {
            "If-Match": queryArg["If-Match"],
          },
        }),
        invalidatesTags: ["schedule"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useShowScheduleQuery,
  useLazyShowScheduleQuery,
  useAddBlockMutation,
  useRemoveBlockMutation,
  useChangeBlockMutation,
  useListClosuresQuery,
  useLazyListClosuresQuery,
  useAddClosureMutation,
  useRemoveClosureMutation,
  useSetWorkingHoursMutation,
  useAddResourceMutation,
  useChangeResourceMutation,
} = scheduleApi;
