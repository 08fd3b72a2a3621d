import { useCallback, useState } from 'react';

import { asFailure } from '@/api/failure';
import { useReassignAppointmentsMutation, type Reassigned } from '@/api/generated';
import type { Visit } from '@/features/appointments/calendar/visit';
import { useNotify } from '@/lib/notices';

/** How many are given at once. */
const maxPerRequest = 100;

/** Gives appointments to a provider, each for itself. Keeps why those stay that the provider cannot take, until they are tried again. */
export function useReassign() {
  const [send, { isLoading }] = useReassignAppointmentsMutation();
  const notify = useNotify('reassign');
  const [refused, setRefused] = useState<ReadonlyMap<number, Reassigned>>(new Map());
  const [problem, setProblem] = useState<string>();

  /** `anyway`: what was asked about these is confirmed. */
  const reassign = useCallback(
    async (
      visits: readonly Visit[],
      provider: { id: number | null; name: string },
      anyway = false,
    ) => {
      setProblem(undefined);
      try {
        for (let from = 0; from < visits.length; from += maxPerRequest) {
          const part = visits.slice(from, from + maxPerRequest);
          const confirmedOf = (id: number) =>
            anyway ? (refused.get(id)?.warnings.map(({ code }) => code) ?? []) : [];
          const appointments = part.map(({ id, version }) => {
            const confirmed = confirmedOf(id);
            return {
              id,
              version,
              confirmed,
              ...(confirmed.includes('double_booked') && { allow_overlap: true }),
            };
          });
          const results = await send({
            appointments,
            ...(provider.id !== null && { provider_id: provider.id }),
          }).unwrap();
          setRefused((before) => {
            const after = new Map(before);
            for (const result of results) {
              if (result.is_given) after.delete(result.id);
              else after.set(result.id, result);
            }
            return after;
          });
          const given = results.filter(({ is_given }) => is_given).length;
          if (given > 0)
            notify({
              tone: 'success',
              text: `${given === 1 ? '1 appointment is' : `${given} appointments are`} now with ${provider.name}.`,
            });
        }
      } catch (thrown) {
        const failure = asFailure(thrown);
        console.error(
          'Appointments could not be given to another provider:',
          failure.status,
          failure.code,
        );
        setProblem(
          `Not given. ${failure.fields['provider_id'] ? `The provider ${failure.fields['provider_id']}.` : failure.message}`,
        );
      }
    },
    [send, notify, refused],
  );

  return { reassign, refused, problem, busy: isLoading };
}
