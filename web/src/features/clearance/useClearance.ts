import { maxAgeSeconds } from '@/api/baseApi';
import { useShowClearanceQuery } from '@/api/generated';
import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';

/** For which services a patient is cleared. Nothing while the clinic does not clear service by service, and for a role that sees no exams. */
export function useClearance(patientId: number) {
  const { isOn } = useModules();
  const { may } = usePermissions();
  const on = isOn('clearance');
  const query = useShowClearanceQuery(patientId, {
    skip: !on || !may('gfe.read'),
    refetchOnMountOrArgChange: maxAgeSeconds,
  });
  return { on, query, clearance: query.currentData };
}
