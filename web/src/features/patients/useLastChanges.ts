import { useListPatientChangesQuery } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { formatInstant } from '@/lib/dates';

/** The most changes that are looked through for who changed a field last. */
const looked = 100;

/**
 * Says of a field who changed it last, and when; of several that are one to the eye, of the one that was changed last. Nothing for a field
 * that is as it was entered. Reading who it was leaves a row in the audit, so it is asked when somebody looks: once a page.
 */
export function useLastChanges(id: number, looks = true) {
  const zone = useTimeZone();
  const { data = [] } = useListPatientChangesQuery({ id, limit: looked }, { skip: !looks });
  return (...fields: readonly string[]) => {
    const last = data.find((change) => fields.includes(change.field));
    return last && `Changed by ${last.by}, ${formatInstant(last.at, zone)}`;
  };
}
