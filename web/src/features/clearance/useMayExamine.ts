import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';

/** Whether the signed-in member may write an exam. A nurse may while a prescriber signs exams. */
export function useMayExamine(): boolean {
  const { may, mayLimited } = usePermissions();
  const { isOn } = useModules();
  return may('gfe.create') || (mayLimited('gfe.create') && isOn('clearance'));
}
