import { useEffect, useMemo, useRef } from 'react';

import { useListAppointmentPagesInfiniteQuery } from '@/api/appointmentPages';
import { useShowAppointmentChangesQuery } from '@/api/generated';
import { rangeOf, type DeskAddress } from '@/features/appointments/calendar/deskAddress';

/** How often, in ms, it is asked whether any appointment has changed: who arrives at one desk is seen at the next. */
const changesInterval = 10_000;
/** How often, in ms, the days are fetched again all the same: what else changes in them is a mark, such as an exam that was signed. */
const listInterval = 120_000;

/** All pages of these days, one after the other, and again whenever an appointment has changed on any screen. */
export function useVisits(address: DeskAddress) {
  const query = useListAppointmentPagesInfiniteQuery(rangeOf(address), { pollingInterval: listInterval, skipPollingIfUnfocused: true });
  const { data, currentData, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (currentData && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [currentData, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  useChanges(() => void refetch());
  const visits = useMemo(() => data?.pages.flatMap(({ rows }) => rows), [data]);
  return { query, visits, stale: data !== undefined && currentData === undefined };
}

/** Calls back when any appointment has changed since it was asked last. To ask is no read of a record, which the list is. */
function useChanges(onChange: () => void) {
  const mark = useShowAppointmentChangesQuery(undefined, { pollingInterval: changesInterval, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true }).data?.mark;
  const known = useRef(mark);
  useEffect(() => {
    const before = known.current;
    known.current = mark;
    if (before !== undefined && mark !== undefined && before !== mark) onChange();
  });
}
