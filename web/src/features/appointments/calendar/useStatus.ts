import { useCallback } from 'react';

import { asFailure, type ApiFailure } from '@/api/failure';
import { useSetAppointmentStatusMutation } from '@/api/generated';
import { wayBack, type Status } from '@/features/appointments/calendar/status';
import { tellFields, type Tell } from '@/features/appointments/calendar/tell';
import type { Visit } from '@/features/appointments/calendar/visit';
import { patientName } from '@/features/appointments/patientName';
import { useNotify } from '@/lib/notices';

const words: Record<Status, string> = {
  Booked: 'is booked again',
  Confirmed: 'is confirmed',
  Arrived: 'has arrived',
  'In room': 'is in the room',
  Completed: 'is done: the visit is completed',
  'No-show': 'did not come',
  Cancelled: 'is cancelled',
};

/** Sets the status of appointments; each change can be undone for ten seconds. Answers the failure, if any. */
export function useStatus() {
  const [send, { isLoading }] = useSetAppointmentStatusMutation();
  const notify = useNotify('status');

  const set = useCallback(
    async (
      visit: Visit,
      status: Status,
      {
        reason,
        tell = true,
        later = false,
      }: { reason?: string; tell?: Tell; later?: boolean } = {},
    ): Promise<ApiFailure | undefined> => {
      const step = (version: number, to: Status) =>
        send({
          id: visit.id,
          'If-Match': String(version),
          newAppointmentStatus: {
            status: to,
            ...(reason !== undefined && to === status && { reason }),
            ...tellFields(tell),
            ...(later && to === status && { and_later: true }),
          },
        }).unwrap();
      try {
        let { version } = await step(visit.version, status);
        // What was cancelled along with it had times of its own.
        const way = later ? undefined : wayBack(status, visit.status);
        const undo =
          way &&
          (async () => {
            for (const back of way) ({ version } = await step(version, back));
          });
        notify({
          tone: 'success',
          text: `${patientName(visit)} ${words[status]}${later ? ', with the later visits of the series' : ''}.`,
          ...(undo && { undo }),
        });
        return undefined;
      } catch (thrown) {
        const failure = asFailure(thrown);
        console.error(
          'The status of an appointment could not be changed:',
          failure.status,
          failure.code,
        );
        return failure;
      }
    },
    [send, notify],
  );

  return { set, isLoading };
}
