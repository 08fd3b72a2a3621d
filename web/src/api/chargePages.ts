import { baseApi } from '@/api/baseApi';
import type { Charge } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';

/** A patient's charges page by page, the latest first. */
const chargePages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listChargePages: build.infiniteQuery<ListPage<Charge>, { patientId: number }, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg: { patientId }, pageParam }) => ({
        url: `/api/patients/${patientId}/charges`,
        params: { limit: 20, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<Charge>,
      providesTags: ['charges', 'patients', 'appointments'],
    }),
  }),
});

export const { useListChargePagesInfiniteQuery } = chargePages;
