import { maxAgeSeconds } from '@/api/baseApi';
import { useListNeededConsentsQuery, type ConsentRequirement } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useServiceChoices } from '@/features/services';

const none: readonly ConsentRequirement[] = [];

/** The consents that a service needs of a patient. None for what is not in the clinic's catalogue, and for a role that does not see consents. */
export function useNeededConsents(
  patientId: number,
  service: string,
): readonly ConsentRequirement[] {
  const { may } = usePermissions();
  const { catalogue } = useServiceChoices();
  const skip = !may('consent.list') || !catalogue.some(({ name }) => name === service);
  return (
    useListNeededConsentsQuery(
      { patientId, service },
      { skip, refetchOnMountOrArgChange: maxAgeSeconds },
    ).currentData ?? none
  );
}
