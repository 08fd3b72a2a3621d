import { useListAppointmentsAheadQuery, type ProviderAhead } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';

/** How many appointments lie ahead, by provider; nothing before it is known, and for roles that may not see any. */
export function useUpcomingAppointments() {
  const { mayLimited } = usePermissions();
  const { data } = useListAppointmentsAheadQuery(undefined, {
    skip: !mayLimited('appointment.list'),
  });
  const forProvider = (provider: number): ProviderAhead | undefined =>
    data?.find(({ provider_id }) => provider_id === provider);
  return { total: data?.reduce((sum, { appointments }) => sum + appointments, 0), forProvider };
}
