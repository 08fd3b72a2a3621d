import { useEffect } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListChargePagesInfiniteQuery } from '@/api/chargePages';

/** The latest charge of a visit that counts, looked for page by page: the latest charges may all belong to no visit, or be voided. */
export function useChargedVisit(patientId: number) {
  const query = useListChargePagesInfiniteQuery({ patientId }, { refetchOnMountOrArgChange: maxAgeSeconds });
  const { currentData, isFetching, isError, hasNextPage, fetchNextPage } = query;
  const visit = currentData?.pages.flatMap(({ rows }) => rows).find(({ appointment_id, voided_at }) => appointment_id !== null && voided_at === null);
  const isToContinue = currentData !== undefined && !visit && hasNextPage;
  useEffect(() => {
    if (isToContinue && !isFetching && !isError) void fetchNextPage();
  }, [isToContinue, isFetching, isError, fetchNextPage]);
  return { query, visit, isNone: currentData !== undefined && !visit && !hasNextPage };
}
