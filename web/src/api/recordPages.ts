import { baseApi } from '@/api/baseApi';
import type { PatientNote, TimelineEntry, TimelineKind } from '@/api/generated';
import { nextAfter, pagesByLink, readPage, type ListPage } from '@/api/listPages';
import { timelineTags } from '@/api/tags';

/** A page whose next one begins after something else than an id. */
interface TimelinePage {
  rows: TimelineEntry[];
  next: string | null;
}

/** A patient's notes and timeline page by page, the newest first. */
const recordPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listNotePages: build.infiniteQuery<ListPage<PatientNote>, { patientId: number }, number | null>(
      {
        infiniteQueryOptions: pagesByLink,
        query: ({ queryArg: { patientId }, pageParam }) => ({
          url: `/api/patients/${patientId}/notes`,
          params: { ...(pageParam !== null && { after: pageParam }) },
        }),
        transformResponse: readPage<PatientNote>,
        providesTags: ['patients'],
      },
    ),
    listTimelinePages: build.infiniteQuery<
      TimelinePage,
      { patientId: number; kinds: readonly TimelineKind[] },
      string | null
    >({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      query: ({ queryArg: { patientId, kinds }, pageParam }) => ({
        url: `/api/patients/${patientId}/timeline`,
        params: {
          ...(kinds.length > 0 && { kinds: kinds.join(',') }),
          ...(pageParam !== null && { after: pageParam }),
        },
      }),
      transformResponse: (rows: TimelineEntry[], meta) => ({
        rows,
        next: nextAfter(meta?.response?.headers),
      }),
      providesTags: timelineTags,
    }),
  }),
});

export const {
  useListNotePagesInfiniteQuery,
  useListTimelinePagesInfiniteQuery,
  endpoints: { listNotePages, listTimelinePages },
} = recordPages;
