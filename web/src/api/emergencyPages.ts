import { baseApi } from '@/api/baseApi';
import type { EmergencyAccess } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';

/** The emergency accesses page by page, the newest first. */
const emergencyPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listEmergencyPages: build.infiniteQuery<ListPage<EmergencyAccess>, void, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ pageParam }) => ({
        url: '/api/emergency-access',
        params: { limit: pageSize, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<EmergencyAccess>,
      providesTags: ['emergency', 'patients'],
    }),
  }),
});

export const {
  useListEmergencyPagesInfiniteQuery,
  endpoints: { listEmergencyPages },
} = emergencyPages;
