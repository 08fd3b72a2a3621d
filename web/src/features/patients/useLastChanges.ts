import { useListPatientChangesPageQuery } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { formatInstant } from '@/lib/dates';

/** The most changes that are searched for who changed a field last. */
const maxChanges = 100;

/**
 * The sentence about who changed a field last, and when; for several fields that are shown as one, about the one that
 * was changed last. Undefined for a field that was not changed since its entry. Reading it leaves a row in the audit,
 * so it is fetched when somebody enabled: once a page.
 */
export function useLastChanges(id: number, enabled = true) {
  const zone = useTimeZone();
  const { data = [] } = useListPatientChangesPageQuery(
    { id, limit: maxChanges },
    { skip: !enabled },
  );
  return (...fields: readonly string[]) => {
    const last = data.find((change) => fields.includes(change.field));
    return last && `Changed by ${last.by}, ${formatInstant(last.at, zone)}`;
  };
}
