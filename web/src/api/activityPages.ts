import { generatedApi, type ActionGroup, type ActivityEntry } from '@/api/generated';

/** As many entries as are drawn, and fetched, at once. */
export const pageSize = 50;

export interface ActivityFilter {
  patientId?: number;
  memberId?: number;
  group?: ActionGroup;
  from?: string;
  to?: string;
}

/** The activity log page by page, the newest first, and the same as a file. Nothing is kept: the log grows with every look at it. */
const activityPages = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listActivityPages: build.infiniteQuery<ActivityEntry[], ActivityFilter, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (entries) => (entries.length === pageSize ? entries.at(-1)?.id : undefined),
      },
      query: ({ queryArg, pageParam }) => ({ url: '/api/audit', params: { limit: pageSize, ...queryArg, ...(pageParam !== null && { after: pageParam }) } }),
      keepUnusedDataFor: 0,
    }),
    exportActivityFile: build.query<string, ActivityFilter>({
      query: (filter) => ({ url: '/api/audit/export', params: { ...filter }, responseHandler: async (response) => (response.ok ? response.text() : response.json()) }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListActivityPagesInfiniteQuery, useLazyExportActivityFileQuery, endpoints: { listActivityPages } } = activityPages;
