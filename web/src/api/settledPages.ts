import { baseApi } from '@/api/baseApi';
import type { SettledChart, SettledState } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';
import { chartTags } from '@/api/tags';

export interface SettledFilter {
  state?: SettledState;
  provider_id?: number;
  /** The director who has approved it. */
  approved_by?: number;
  from?: string;
  to?: string;
}

/** The charts that wait for nobody page by page, the latest recorded first. */
const settledPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSettledPages: build.infiniteQuery<ListPage<SettledChart>, SettledFilter, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg, pageParam }) => ({
        url: '/api/review/settled',
        params: { limit: pageSize, ...queryArg, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<SettledChart>,
      providesTags: chartTags,
    }),
  }),
});

export const {
  useListSettledPagesInfiniteQuery,
  endpoints: { listSettledPages },
} = settledPages;
