import { baseApi } from '@/api/baseApi';
import type { Treatment } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';

/** A patient's treatments page by page, the newest first. */
const treatmentPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listTreatmentPages: build.infiniteQuery<
      ListPage<Treatment>,
      { patientId: number },
      number | null
    >({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg: { patientId }, pageParam }) => ({
        url: '/api/treatments',
        params: { patientId, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<Treatment>,
      providesTags: ['treatments'],
    }),
  }),
});

export const {
  useListTreatmentPagesInfiniteQuery,
  endpoints: { listTreatmentPages },
} = treatmentPages;
