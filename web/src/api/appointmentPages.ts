import { generatedApi, type Appointment } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';
import { appointmentTags } from '@/api/tags';

/** The appointments of a range of days, page by page in the order of their starts. One page has some hundred, fewer with long notes. */
const appointmentPages = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    listAppointmentPages: build.infiniteQuery<ListPage<Appointment>, { from: string; to: string; include_cancelled?: boolean }, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg, pageParam }) => ({ url: '/api/appointments', params: { ...queryArg, ...(pageParam !== null && { after: pageParam }) } }),
      transformResponse: readPage<Appointment>,
      providesTags: appointmentTags,
    }),
  }),
});

export const { useListAppointmentPagesInfiniteQuery, endpoints: { listAppointmentPages } } = appointmentPages;
