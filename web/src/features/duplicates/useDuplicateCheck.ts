import { useCheckDuplicatesMutation, type DuplicateCheck, type PossibleDuplicate } from '@/api/generated';

/**
 * Asks who may be the same person. A check that fails finds nobody: it holds up no saving, and what is wrong with a field is said when
 * that is saved.
 */
export function useDuplicateCheck() {
  const [checkDuplicates, { isLoading: checking }] = useCheckDuplicatesMutation();
  const check = async (person: DuplicateCheck): Promise<PossibleDuplicate[]> => checkDuplicates(person).unwrap().catch(() => []);
  return { check, checking };
}
