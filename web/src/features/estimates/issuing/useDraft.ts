import { maxAgeSeconds } from '@/api/baseApi';
import { useShowEstimateContentQuery } from '@/api/generated';

/** What the patient would be given now, of an estimate on record. */
export function useDraft(estimateId: number | undefined) {
  return useShowEstimateContentQuery(estimateId ?? 0, { skip: estimateId === undefined, refetchOnMountOrArgChange: maxAgeSeconds }).currentData;
}
