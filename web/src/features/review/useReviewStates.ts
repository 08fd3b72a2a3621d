import { useMemo } from 'react';

import { useListReviewStatesQuery, type TreatmentReview } from '@/api/generated';

/** Where each of a patient's treatments that no director has approved stands, by the treatment. Empty until it is known. Asked for where there is one. */
export function useReviewStates(patientId: number, wanted: boolean): ReadonlyMap<number, TreatmentReview> {
  const { currentData } = useListReviewStatesQuery(patientId, { skip: !wanted });
  return useMemo(() => new Map(currentData?.map((one) => [one.treatment_id, one])), [currentData]);
}
