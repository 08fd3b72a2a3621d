import { useMemo } from 'react';

import { useListReviewStatesQuery } from '@/api/generated';

/** Where each of a patient's treatments that no director has approved stands, by the treatment, and the query of that. No state is known until it has succeeded. Asked for where there is one. */
export function useReviewStates(patientId: number, wanted: boolean) {
  const query = useListReviewStatesQuery(patientId, { skip: !wanted });
  const { currentData } = query;
  const states = useMemo(
    () => new Map(currentData?.map((one) => [one.treatment_id, one])),
    [currentData],
  );
  return { states, query };
}
