import { useCallback } from 'react';

import { asFailure } from '@/api/failure';
import {
  useChangeWaitlistEntryMutation,
  useListWaitlistQuery,
  type WaitlistEntry,
} from '@/api/generated';
import { nameOf } from '@/features/waitlist/entryWords';
import { useNotify } from '@/lib/notices';

/** The entry with this id, as long as it waits; and what ends the waiting once a time is booked for it. */
export function useWaiting(id: number | undefined) {
  const { currentData } = useListWaitlistQuery(undefined, { skip: id === undefined });
  const entry = id === undefined ? undefined : currentData?.find((one) => one.id === id);
  const [change] = useChangeWaitlistEntryMutation();
  const notify = useNotify('waitlist');
  const end = useCallback(
    async (booked: WaitlistEntry) => {
      try {
        await change({
          id: booked.id,
          'If-Match': String(booked.version),
          waitlistChange: { status: 'Booked' },
        }).unwrap();
      } catch (thrown) {
        notify({
          tone: 'error',
          text: `${nameOf(booked)} is booked and still on the waitlist. ${asFailure(thrown).message}`,
        });
      }
    },
    [change, notify],
  );
  return { entry, end };
}
