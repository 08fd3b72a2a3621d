import { useListPatientChangesQuery } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { formatInstant } from '@/lib/dates';

/** The most changes that are looked through for who changed a field last. */
const looked = 100;

/** Says of a field who changed it last, and when; nothing for a field that is as it was entered. */
export function useLastChanges(id: number) {
  const zone = useTimeZone();
  const { data = [] } = useListPatientChangesQuery({ id, limit: looked });
  return (field: string) => {
    const last = data.find((change) => change.field === field);
    return last && `Changed by ${last.by}, ${formatInstant(last.at, zone)}`;
  };
}
