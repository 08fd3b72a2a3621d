// Generated from server/openapi.json by `npm run api`; do not edit.
import { baseApi } from "../baseApi";
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
      listActivity: build.query<ListActivityApiResponse, ListActivityApiArg>({
        query: (queryArg) => ({
          url: `/api/audit`,
          params: {
            patientId: queryArg.patientId,
            memberId: queryArg.memberId,
            group: queryArg.group,
            from: queryArg["from"],
            to: queryArg.to,
            limit: queryArg.limit,
            after: queryArg.after,
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
  useListActivityQuery,
  useLazyListActivityQuery,
  useListActivityPeopleQuery,
  useLazyListActivityPeopleQuery,
} = auditApi;
