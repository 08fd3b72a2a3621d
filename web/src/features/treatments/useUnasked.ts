import { useShowSummaryQuery } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';

/**
 * What the patient should be asked before any treatment and never was, a sentence each. While the answers are not there, or could not be
 * loaded, that is said: an unknown allergy must not look like one that was asked about. None where the role does not see the answers.
 */
export function useUnasked(patientId: number): string[] {
  const { may } = usePermissions();
  const reads = may('record.read');
  const { currentData } = useShowSummaryQuery(patientId, { skip: !reads });
  if (!reads) return [];
  if (!currentData) return ['It could not be checked whether allergies and pregnancy were asked.'];
  const { clinical } = currentData;
  if (!clinical) return [];
  return [
    ...(clinical.allergies ? [] : ['Allergies were not asked.']),
    ...(clinical.pregnancy ? [] : ['Pregnancy was not asked.']),
  ];
}
