import { useState } from 'react';

import { useListActivityPagesInfiniteQuery, type ActivityFilter } from '@/api/activityPages';
import type { ChosenPatient } from '@/components/usePatientSearch';

/**
 * The name of the client that is filtered by: from the entries, or as it was picked. It is not fetched, because reading the record would
 * itself be an entry in the log.
 */
export function usePatientName(filter: ActivityFilter, skip: boolean) {
  const [picked, remember] = useState<ChosenPatient | null>(null);
  const { patientId } = filter;
  const { nameInEntries } = useListActivityPagesInfiniteQuery(filter, {
    skip,
    selectFromResult: ({ currentData }) => ({
      nameInEntries: currentData?.pages
        .flatMap(({ rows }) => rows)
        .flatMap(({ patients }) => patients)
        .find(({ id }) => id === patientId)?.name,
    }),
  });
  const remembered = picked?.id === patientId ? picked?.name : undefined;
  return { name: nameInEntries ?? remembered ?? `Client ${patientId}`, remember };
}
