import { baseApi } from '@/api/baseApi';
import type { ActionGroup, ActivityEntry } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';

export interface ActivityFilter {
  patientId?: number;
  memberId?: number;
  group?: ActionGroup;
  from?: string;
  to?: string;
}

/** The activity log page by page, the newest first. Nothing is cached: each time it is read the log has one more entry. */
const activityPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listActivityPages: build.infiniteQuery<ListPage<ActivityEntry>, ActivityFilter, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg, pageParam }) => ({
        url: '/api/audit',
        params: { limit: pageSize, ...queryArg, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<ActivityEntry>,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useListActivityPagesInfiniteQuery,
  endpoints: { listActivityPages },
} = activityPages;
