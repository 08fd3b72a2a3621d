import { baseApi } from '@/api/baseApi';
import type { EstimateVersion } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';

/** An estimate's versions page by page, the newest first. */
const estimateVersionPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listEstimateVersionPages: build.infiniteQuery<ListPage<EstimateVersion>, number, number | null>(
      {
        infiniteQueryOptions: pagesByLink,
        query: ({ queryArg, pageParam }) => ({
          url: `/api/gfe-estimate/${queryArg}/versions`,
          params: { ...(pageParam !== null && { after: pageParam }) },
        }),
        transformResponse: readPage<EstimateVersion>,
        providesTags: ['estimates'],
      },
    ),
  }),
});

export const { useListEstimateVersionPagesInfiniteQuery } = estimateVersionPages;
