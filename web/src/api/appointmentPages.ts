import { baseApi } from '@/api/baseApi';
import { appointmentsApi, type Appointment } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';
import { showInPages } from '@/api/showAtOnce';
import { appointmentTags } from '@/api/tags';

/** Which appointments: from one day on, or to another one; of one provider where it is named. */
interface AppointmentRange {
  from: string;
  to?: string;
  include_cancelled?: boolean;
  provider_id?: number;
}

interface AppointmentPage extends ListPage<Appointment> {
  /** The page is at least as new as this mark (`showAppointmentChanges`). */
  mark: number | null;
}

function markOf(meta: { response?: Response | undefined } | undefined): number | null {
  const mark = meta?.response?.headers.get('X-Appointments-Mark');
  return mark ? Number(mark) : null;
}

/** As many as the server reads without queueing them behind the clinic's other long lists (`foundation/http_api/src/lists.rs`). */
const limit = 100;

/** The appointments of a range of days, page by page in the order of their starts. */
const appointmentPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAppointmentPages: build.infiniteQuery<AppointmentPage, AppointmentRange, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg, pageParam }) => ({
        url: '/api/appointments',
        params: { ...queryArg, limit, ...(pageParam !== null && { after: pageParam }) },
      }),
      transformResponse: (rows: Appointment[], meta): AppointmentPage => ({
        ...readPage(rows, meta),
        mark: markOf(meta),
      }),
      providesTags: appointmentTags,
    }),
  }),
});

const shown = showInPages<Appointment>('listAppointmentPages');
appointmentsApi.enhanceEndpoints({
  endpoints: {
    changeAppointment: shown,
    setAppointmentStatus: shown,
    acceptRequest: shown,
    declineRequest: shown,
  },
});

export const {
  useListAppointmentPagesInfiniteQuery,
  endpoints: { listAppointmentPages },
} = appointmentPages;
