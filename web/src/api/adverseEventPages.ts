import { baseApi } from '@/api/baseApi';
import type { AdverseEvent, ListedAdverseEvent, Severity } from '@/api/generated';
import { pagesByLink, pageSize, readPage, type ListPage } from '@/api/listPages';

export interface AdverseEventFilter {
  /** Only those that are not resolved. */
  open?: boolean;
  severity?: Severity;
  from?: string;
  to?: string;
}

/** Adverse events page by page, the latest reported first: the clinic's, and those of a patient with their texts. */
const adverseEventPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listEventPages: build.infiniteQuery<
      ListPage<ListedAdverseEvent>,
      AdverseEventFilter,
      number | null
    >({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg, pageParam }) => ({
        url: '/api/adverse-events',
        params: { limit: pageSize, ...queryArg, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<ListedAdverseEvent>,
      providesTags: ['adverse-events', 'patients'],
    }),
    listPatientEventPages: build.infiniteQuery<
      ListPage<AdverseEvent>,
      { patientId: number },
      number | null
    >({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg: { patientId }, pageParam }) => ({
        url: `/api/patients/${patientId}/adverse-events`,
        params: { ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<AdverseEvent>,
      providesTags: ['adverse-events', 'patients'],
    }),
  }),
});

export const {
  useListEventPagesInfiniteQuery,
  useListPatientEventPagesInfiniteQuery,
  endpoints: { listEventPages, listPatientEventPages },
} = adverseEventPages;
