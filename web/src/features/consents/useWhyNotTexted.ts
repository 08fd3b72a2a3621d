import { useShowTextReachQuery } from '@/api/generated';

/** Why a patient cannot be texted, in a sentence; null: they can, or the server is to say so. */
export function useWhyNotTexted(patientId: number, skip = false): string | null {
  const { currentData, isError } = useShowTextReachQuery(patientId, { skip });
  if (skip || isError) return null;
  return currentData ? currentData.why_not : 'Looking up the number…';
}
