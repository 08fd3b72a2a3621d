import { baseApi } from '@/api/baseApi';
import type { ClockCause, EstimateClock } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';

export interface ClockFilter {
  /** Those that were closed, in place of those that are open. */
  closed?: boolean;
  cause?: ClockCause;
}

/** The estimates that are owed, page by page, by the day on which they are due. */
const estimateClockPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listClockPages: build.infiniteQuery<ListPage<EstimateClock>, ClockFilter, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg, pageParam }) => ({
        url: '/api/estimate-clocks',
        params: { limit: pageSize, ...queryArg, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<EstimateClock>,
      providesTags: ['estimate-clocks', 'patients', 'appointments', 'estimates'],
    }),
  }),
});

export const {
  useListClockPagesInfiniteQuery,
  endpoints: { listClockPages },
} = estimateClockPages;
