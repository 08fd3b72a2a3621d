// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
import { inPages, type ListPage, type PageParam } from "../listPages";
import { withTags } from "../tags";
import type {
  ListActivityApiResponse,
  ListActivityApiArg,
  ListActivityPeopleApiResponse,
  ListActivityPeopleApiArg,
} from "./types";

export const auditApi = withTags(
  baseApi.injectEndpoints({
    endpoints: (build) => ({
      listActivity: build.infiniteQuery<ListPage<ListActivityApiResponse[number]>, Omit<ListActivityApiArg, "after">, PageParam>({
        ...inPages<ListActivityApiResponse[number]>(),
        query: ({ queryArg, pageParam }) => ({
          url: `/api/audit`,
          params: {
            patientId: queryArg.patientId,
            memberId: queryArg.memberId,
            group: queryArg.group,
            from: queryArg["from"],
            to: queryArg.to,
            limit: queryArg.limit,
            after: pageParam,
          },
        }),
        providesTags: ["audit"],
      }),
      listActivityPeople: build.query<
        ListActivityPeopleApiResponse,
        ListActivityPeopleApiArg
      >({
        query: () => ({ url: `/api/audit/people` }),
        providesTags: ["audit"],
      }),
    }),
    overrideExisting: false,
  }),
);

export const {
  useListActivityInfiniteQuery,
  useListActivityPeopleQuery,
  useLazyListActivityPeopleQuery,
} = auditApi;
