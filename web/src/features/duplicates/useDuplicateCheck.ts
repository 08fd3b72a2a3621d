import {
  useCheckDuplicatesMutation,
  type DuplicateCheck,
  type PossibleDuplicate,
} from '@/api/generated';

/**
 * Asks who may be the same person. A check that fails finds nobody: it prevents no saving, and an invalid field is
 * reported when it is saved.
 */
export function useDuplicateCheck() {
  const [checkDuplicates, { isLoading: checking }] = useCheckDuplicatesMutation();
  const check = async (person: DuplicateCheck): Promise<PossibleDuplicate[]> =>
    checkDuplicates(person)
      .unwrap()
      .catch(() => []);
  return { check, checking };
}
