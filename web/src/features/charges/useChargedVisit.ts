import { useEffect } from 'react';

import { maxAgeSeconds } from '@/api/baseApi';
import { useListPatientChargesInfiniteQuery, type Charge } from '@/api/generated';
import { rowsOf } from '@/api/listPages';

/** A charge that counts and belongs to a visit. */
export const isOfVisit = ({ appointment_id, voided_at }: Charge) =>
  appointment_id !== null && voided_at === null;

/** The latest charge of a visit that counts, looked for page by page: the latest charges may all belong to no visit, or be voided. */
export function useChargedVisit(patientId: number) {
  const query = useListPatientChargesInfiniteQuery(
    { id: patientId, limit: 20 },
    { refetchOnMountOrArgChange: maxAgeSeconds },
  );
  const { currentData, isFetching, isError, hasNextPage, fetchNextPage } = query;
  const visit = rowsOf(currentData)?.find(isOfVisit);
  const isToContinue = currentData !== undefined && !visit && hasNextPage;
  useEffect(() => {
    if (isToContinue && !isFetching && !isError) void fetchNextPage();
  }, [isToContinue, isFetching, isError, fetchNextPage]);
  return { query, visit, isNone: currentData !== undefined && !visit && !hasNextPage };
}
