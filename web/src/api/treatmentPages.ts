import { generatedApi, type Treatment } from '@/api/generated';
import { nextCursor } from '@/api/nextCursor';

export interface TreatmentPageAnswer {
  treatments: Treatment[];
  /** The treatment that the next page begins after, or null on the last page. */
  next: number | null;
}

/** A patient's treatments page by page, the newest first. Signatures make the pages differ in length, so the Link header names the next one. */
const treatmentPages = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listTreatmentPages: build.infiniteQuery<TreatmentPageAnswer, { patientId: number }, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: { patientId }, pageParam }) => ({ url: '/api/treatments', params: { patientId, ...(pageParam !== null && { after: pageParam }) } }),
      transformResponse: (treatments: Treatment[], meta) => ({ treatments, next: nextCursor(meta?.response?.headers) }),
      providesTags: ['treatments'],
    }),
  }),
});

export const { useListTreatmentPagesInfiniteQuery, endpoints: { listTreatmentPages } } = treatmentPages;
