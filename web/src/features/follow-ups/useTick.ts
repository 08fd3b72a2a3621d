import { useCallback } from 'react';

import { asFailure } from '@/api/failure';
import { useChangeFollowUpMutation, type FollowUp } from '@/api/generated';
import { useNotify } from '@/lib/notices';

export const nameOf = ({ first_name, last_name }: FollowUp) => `${first_name} ${last_name}`;

/** Ticks a follow-up off, or reopens it. Each can be undone. */
export function useTick() {
  const [send, { isLoading }] = useChangeFollowUpMutation();
  const notify = useNotify('follow-up');
  const tick = useCallback(
    async (row: FollowUp, done: boolean) => {
      const change = ({ id, version }: FollowUp, to: boolean) =>
        send({ id, 'If-Match': String(version), followUpChange: { done: to } }).unwrap();
      try {
        const changed = await change(row, done);
        notify({
          tone: 'success',
          text: `The follow-up with ${nameOf(row)} is ${done ? 'done' : 'open again'}.`,
          undo: () => change(changed, !done),
        });
      } catch (thrown) {
        const { status, message } = asFailure(thrown);
        // The list is fetched again after a refusal too.
        notify({
          tone: 'error',
          text: `The follow-up with ${nameOf(row)} was not changed. ${status === 412 ? 'Somebody else has changed it meanwhile; it is shown as it is now.' : message}`,
        });
      }
    },
    [send, notify],
  );
  return { tick, isLoading };
}
