import { baseApi } from '@/api/baseApi';
import type { Addendum } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';

/** The record that addenda belong to, by its own part of the address. */
export interface Corrected {
  record: 'gfe/exams' | 'treatments';
  id: number;
}

/** The addenda of an exam or of a treatment page by page, the oldest first. */
const addendumPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAddendumPages: build.infiniteQuery<ListPage<Addendum>, Corrected, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg: { record, id }, pageParam }) => ({
        url: `/api/${record}/${id}/addenda`,
        params: { ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: readPage<Addendum>,
      providesTags: (_pages, _failure, { record }) => [
        record === 'treatments' ? 'treatments' : 'exams',
      ],
    }),
  }),
});

export const { useListAddendumPagesInfiniteQuery } = addendumPages;
