import { useEffect, useMemo } from 'react';

import { useListAppointmentPagesInfiniteQuery } from '@/api/appointmentPages';
import { rangeOf, type DeskAddress } from '@/features/appointments/calendar/deskAddress';

/** How often, in ms, the day is fetched again: who arrives at one desk is seen at the next. */
const deskInterval = 10_000;

/** All pages of these days, one after the other, and again every ten seconds. */
export function useVisits(address: DeskAddress) {
  const query = useListAppointmentPagesInfiniteQuery(rangeOf(address), { pollingInterval: deskInterval, skipPollingIfUnfocused: true });
  const { data, currentData, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (currentData && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [currentData, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const visits = useMemo(() => data?.pages.flatMap(({ rows }) => rows), [data]);
  return { query, visits, stale: data !== undefined && currentData === undefined };
}
