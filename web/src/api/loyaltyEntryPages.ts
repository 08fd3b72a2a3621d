import { baseApi } from '@/api/baseApi';
import type { LoyaltyEntry } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';

/** What changed a patient's points, page by page, newest first. */
const loyaltyEntryPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listLoyaltyEntryPages: build.infiniteQuery<ListPage<LoyaltyEntry>, number, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg: patientId, pageParam }) => ({
        url: `/api/loyalty/patients/${patientId}/entries`,
        params: { limit: pageSize, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<LoyaltyEntry>,
      providesTags: ['loyalty'],
    }),
  }),
});

export const {
  useListLoyaltyEntryPagesInfiniteQuery,
  endpoints: { listLoyaltyEntryPages },
} = loyaltyEntryPages;
