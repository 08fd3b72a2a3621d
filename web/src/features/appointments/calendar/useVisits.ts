import { useEffect, useMemo, useRef } from 'react';

import { useListAppointmentPagesInfiniteQuery } from '@/api/appointmentPages';
import { useShowAppointmentChangesQuery } from '@/api/generated';
import { rangeOf, type DeskAddress } from '@/features/appointments/calendar/deskAddress';

/** How often, in ms, the mark of changes is polled, so that an arrival at one desk shows at the next. */
const changesInterval = 10_000;
/** How often, in ms, the days are fetched again all the same: what else changes in them is a mark, such as an exam that was signed. */
const listInterval = 120_000;

/** All pages of these days, one after the other, and again whenever an appointment has changed on any screen. */
export function useVisits(address: DeskAddress) {
  const query = useListAppointmentPagesInfiniteQuery(rangeOf(address), {
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
  useChanges(currentData?.pages[0]?.mark ?? null, isFetching, () => void refetch());
  const visits = useMemo(() => data?.pages.flatMap(({ rows }) => rows), [data]);
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
