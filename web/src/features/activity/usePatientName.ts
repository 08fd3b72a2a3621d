import { useListActivityInfiniteQuery } from '@/api/generated';
import { pageSize, rowsOf } from '@/api/listPages';
import { useState } from 'react';

import type { ChosenPatient } from '@/components/usePatientSearch';
import type { ActivityFilter } from '@/features/activity/useActivityFilter';

/**
 * The name of the client that is filtered by: from the entries, or as it was picked. It is not fetched, because reading the record would
 * itself be an entry in the log.
 */
export function usePatientName(filter: ActivityFilter, skip: boolean) {
  const [picked, setPicked] = useState<ChosenPatient | null>(null);
  const { patientId } = filter;
  const { nameInEntries } = useListActivityInfiniteQuery(
    { ...filter, limit: pageSize },
    {
      skip,
      selectFromResult: ({ currentData }) => ({
        nameInEntries: rowsOf(currentData)
          ?.flatMap(({ patients }) => patients)
          .find(({ id }) => id === patientId)?.name,
      }),
    },
  );
  const remembered = picked?.id === patientId ? picked?.name : undefined;
  return { name: nameInEntries ?? remembered ?? `Client ${patientId}`, remember: setPicked };
}
