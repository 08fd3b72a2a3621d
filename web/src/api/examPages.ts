import { baseApi } from '@/api/baseApi';
import type { ExamEntry } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';

/** A patient's exams page by page, the newest first. */
const examPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listExamPages: build.infiniteQuery<ListPage<ExamEntry>, { patientId: number }, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg: { patientId }, pageParam }) => ({
        url: `/api/gfe/${patientId}/history`,
        params: { ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<ExamEntry>,
      providesTags: ['exams'],
    }),
  }),
});

export const {
  useListExamPagesInfiniteQuery,
  endpoints: { listExamPages },
} = examPages;
