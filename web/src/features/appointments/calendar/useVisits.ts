import { useEffect, useRef } from 'react';

import { useListAppointmentsInfiniteQuery, useShowAppointmentChangesQuery } from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { rangeOf, type DeskAddress } from '@/features/appointments/calendar/deskAddress';

/** How often, in ms, the mark of changes is polled, so that an arrival at one desk shows at the next. */
const changesInterval = 10_000;
/** How often, in ms, the days are fetched again all the same: what else changes in them is a mark, such as an exam that was signed. */
const listInterval = 120_000;

/** The mark of changes that a page is at least as new as, from its header. */
const markOf = (header: string | null | undefined) => (header ? Number(header) : null);

/** All pages of these days, one after the other, and again whenever an appointment has changed on any screen. */
export function useVisits(address: DeskAddress) {
  const query = useListAppointmentsInfiniteQuery(rangeOf(address), {
    pollingInterval: listInterval,
    skipPollingIfUnfocused: true,
  });
  const {
    data,
    currentData,
    hasNextPage,
    isFetching,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = query;
  useEffect(() => {
    if (currentData && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [currentData, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  useChanges(
    markOf(currentData?.pages[0]?.headers['X-Appointments-Mark']),
    isFetching,
    () => void refetch(),
  );
  const visits = rowsOf(data);
  return { query, visits, stale: data !== undefined && currentData === undefined };
}

/**
 * Calls back when any appointment has changed that the list does not have yet: once for each mark, and not for one's own change, after which
 * the list is fetched anyway. Asking for the mark reads no record, unlike the list.
 */
function useChanges(listed: number | null, isFetching: boolean, onChange: () => void) {
  const mark = useShowAppointmentChangesQuery(undefined, {
    pollingInterval: changesInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  }).data?.mark;
  const handled = useRef<number>(undefined);
  useEffect(() => {
    if (
      isFetching ||
      listed === null ||
      mark === undefined ||
      mark <= listed ||
      mark === handled.current
    )
      return;
    handled.current = mark;
    onChange();
  });
}
