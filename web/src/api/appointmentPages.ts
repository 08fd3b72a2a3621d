import type { Dispatch } from '@reduxjs/toolkit';

import { baseApi } from '@/api/baseApi';
import { appointmentsApi, type Appointment } from '@/api/generated';
import { pagesByLink, readPage, type ListPage } from '@/api/listPages';
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

/** As many as the server reads without queueing them behind the clinic's other long lists (`foundation/http/lists.rs`). */
const limit = 100;

/** The appointments of a range of days, page by page in the order of their starts. */
const appointmentPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listAppointmentPages: build.infiniteQuery<AppointmentPage, AppointmentRange, number | null>({
      infiniteQueryOptions: pagesByLink,
      query: ({ queryArg, pageParam }) => ({ url: '/api/appointments', params: { ...queryArg, limit, ...(pageParam !== null && { after: pageParam }) } }),
      transformResponse: (rows: Appointment[], meta): AppointmentPage => ({ ...readPage(rows, meta), mark: markOf(meta) }),
      providesTags: appointmentTags,
    }),
  }),
});

interface Changing {
  dispatch: Dispatch<never>;
  getState: () => unknown;
  queryFulfilled: Promise<{ data: Appointment }>;
}

/** Writes the response of a change into the lists before they are fetched again, because the next change needs its new version. */
async function showAtOnce(_arg: unknown, { dispatch, getState, queryFulfilled }: Changing) {
  const answer = await queryFulfilled.catch(() => null);
  if (!answer) return;
  const { data: changed } = answer;
  const shown = appointmentPages.util.selectInvalidatedBy(getState() as never, ['appointments']).filter(({ endpointName }) => endpointName === 'listAppointmentPages');
  for (const { originalArgs } of shown) {
    const update = appointmentPages.util.updateQueryData('listAppointmentPages', originalArgs as never, ({ pages }) => {
      for (const { rows } of pages) {
        const at = rows.findIndex(({ id }) => id === changed.id);
        if (at >= 0) rows[at] = changed;
      }
    });
    (dispatch as (action: unknown) => unknown)(update);
  }
}

appointmentsApi.enhanceEndpoints({ endpoints: { changeAppointment: { onQueryStarted: showAtOnce }, setAppointmentStatus: { onQueryStarted: showAtOnce } } });

export const { useListAppointmentPagesInfiniteQuery, endpoints: { listAppointmentPages } } = appointmentPages;
