import { baseApi } from '@/api/baseApi';
import type { ListReviewApiArg, ReviewRow } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';
import { chartTags } from '@/api/tags';

/** The part of the queue that is listed. */
export type ReviewPart = NonNullable<ListReviewApiArg['part']>;

/** A part of the directors' queue page by page, the longest waiting first. */
const reviewPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listReviewPages: build.infiniteQuery<ListPage<ReviewRow>, { part: ReviewPart }, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg: { part }, pageParam }) => ({
        url: '/api/review',
        params: { part, limit: pageSize, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<ReviewRow>,
      providesTags: chartTags,
    }),
  }),
});

export const {
  useListReviewPagesInfiniteQuery,
  endpoints: { listReviewPages },
} = reviewPages;
