import { maxAgeSeconds } from '@/api/baseApi';
import { useShowEstimateContentQuery } from '@/api/generated';

/** What the patient would be given now, of an estimate on record. */
export const useDraftQuery = (estimateId: number | undefined) =>
  useShowEstimateContentQuery(estimateId ?? 0, {
    skip: estimateId === undefined,
    refetchOnMountOrArgChange: maxAgeSeconds,
  });

/** The same without what becomes of the request, which IssuePanel reports. */
export const useDraft = (estimateId: number | undefined) => useDraftQuery(estimateId).currentData;
