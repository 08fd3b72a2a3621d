import { useCallback } from 'react';

import { asFailure } from '@/api/failure';
import { useChangeWaitlistEntryMutation, type WaitlistEntry } from '@/api/generated';
import { nameOf } from '@/features/waitlist/entryWords';
import { useNotify } from '@/lib/notices';

/** Takes somebody off the waitlist, which can be undone. */
export function useRemoveEntry() {
  const [change] = useChangeWaitlistEntryMutation();
  const notify = useNotify('waitlist');
  return useCallback(
    async (entry: WaitlistEntry) => {
      const set = (version: number, status: 'Removed' | 'Waiting') =>
        change({ id: entry.id, 'If-Match': String(version), waitlistChange: { status } }).unwrap();
      try {
        const { version } = await set(entry.version, 'Removed');
        notify({
          tone: 'success',
          text: `${nameOf(entry)} no longer waits for ${entry.service}.`,
          undo: () => set(version, 'Waiting'),
        });
      } catch (thrown) {
        notify({ tone: 'error', text: `Not removed. ${asFailure(thrown).message}` });
      }
    },
    [change, notify],
  );
}
