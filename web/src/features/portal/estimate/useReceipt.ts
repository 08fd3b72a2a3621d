import type { SyntheticEvent } from 'react';

import type { ReceivedEstimate, ReceiveEstimate } from '@/api/generated';
import { useSignedAnswer } from '@/features/portal/useSignedAnswer';

/** Says that an estimate was received. */
export function useReceipt(url: string, onReceived: (receivedAt: string) => void) {
  const { send, failed, ...answer } = useSignedAnswer<ReceiveEstimate, ReceivedEstimate>(
    `${url}/receive`,
    ({ received_at }) => onReceived(received_at),
  );
  // A conflict is about the estimate, not about a field.
  const reason = failed?.status === 409 ? failed.message : failed?.reason;
  return {
    ...answer,
    failed: failed && { ...failed, reason: reason ?? '' },
    receive: (event: SyntheticEvent) => send(event, {}),
  };
}

export type Receipt = ReturnType<typeof useReceipt>;
