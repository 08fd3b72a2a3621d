import { baseApi } from '@/api/baseApi';
import type { SuspectedPair } from '@/api/generated';
import { nextAfter } from '@/api/listPages';

export interface PairPage {
  rows: SuspectedPair[];
  /** The place that the next page begins after, or null on the last page. */
  next: string | null;
}

/** The patients who may be one person, in pairs, page by page. */
const pairPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listPairPages: build.infiniteQuery<PairPage, void, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null as string | null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ pageParam }) => ({
        url: '/api/patients/pairs',
        params: { ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: (rows: SuspectedPair[], meta) => ({
        rows,
        next: nextAfter(meta?.response?.headers),
      }),
      providesTags: ['patients'],
    }),
  }),
});

export const {
  useListPairPagesInfiniteQuery,
  endpoints: { listPairPages },
} = pairPages;
