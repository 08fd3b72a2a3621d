import { useCallback } from 'react';

import { asFailure } from '@/api/failure';
import { useSendMessageAgainMutation } from '@/api/generated';
import { useNotify } from '@/lib/notices';

/** Has a message sent again that failed or was returned. */
export function useSendAgain() {
  const [send, { isLoading }] = useSendMessageAgainMutation();
  const notify = useNotify('message');
  const sendAgain = useCallback(
    async (id: number) => {
      try {
        await send(id).unwrap();
        notify({ tone: 'success', text: 'The message is on its way again.' });
      } catch (thrown) {
        notify({ tone: 'error', text: `Not sent. ${asFailure(thrown).message}` });
      }
    },
    [send, notify],
  );
  return { sendAgain, isLoading };
}
