import { generatedApi, type ActionGroup, type ActivityEntry } from '@/api/generated';
import { nextCursor, pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';

export interface ActivityFilter {
  patientId?: number;
  memberId?: number;
  group?: ActionGroup;
  from?: string;
  to?: string;
}

/** The activity log page by page, the newest first, and as a file. Nothing is cached: each time it is read the log has one more entry. */
const activityPages = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listActivityPages: build.infiniteQuery<ListPage<ActivityEntry>, ActivityFilter, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg, pageParam }) => ({ url: '/api/audit', params: { limit: pageSize, ...queryArg, ...(pageParam !== null && { after: pageParam }) } }),
      transformResponse: readPage<ActivityEntry>,
      keepUnusedDataFor: 0,
    }),
    // A long log comes in parts; only the first has column headings.
    exportActivityFile: build.query<string, ActivityFilter>({
      queryFn: async (filter, _api, _extra, request) => {
        const parts: string[] = [];
        for (let after: number | null = null; parts.length === 0 || after !== null;) {
          const { data, error, meta } = await request({
            url: '/api/audit/export',
            params: { ...filter, ...(after !== null && { after }) },
            responseHandler: async (response) => (response.ok ? response.text() : response.json()),
          });
          if (error) return { error };
          parts.push(data as string);
          after = nextCursor(meta?.response?.headers);
        }
        return { data: parts.join('') };
      },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListActivityPagesInfiniteQuery, useLazyExportActivityFileQuery, endpoints: { listActivityPages } } = activityPages;
