import { useEffect, useState } from 'react';

import { fetchJson } from '@/api/fetchJson';
import type { BookingTimes } from '@/api/generated';

interface Loaded {
  /** The call that the times are of. */
  key: string;
  times: string[];
  next: string | null;
}

/** Free times, seven days at a time. `address` is the call that lists them. */
export function useTimes(address: string) {
  const [attempt, setAttempt] = useState(0);
  const [from, setFrom] = useState<string>();
  const [loaded, setLoaded] = useState<Loaded>();
  const [failedCall, setFailedCall] = useState<string>();
  const key = `${address} ${attempt}`;
  const current = loaded?.key === key ? loaded : undefined;
  const wanted = current ? from : undefined;
  const isDone = current !== undefined && wanted === undefined;
  const call = `${key} ${wanted ?? ''}`;
  const failed = failedCall === call;

  useEffect(() => {
    if (isDone) return undefined;
    const request = new AbortController();
    const { signal } = request;
    const further = wanted
      ? `${address.includes('?') ? '&' : '?'}${new URLSearchParams({ from: wanted })}`
      : '';
    const take = ({ times, next_from }: BookingTimes) => {
      setLoaded((former) => ({
        key,
        times: [...(former?.key === key ? former.times : []), ...times],
        next: next_from,
      }));
      setFrom(undefined);
    };
    fetchJson<BookingTimes>(address + further, { signal }).then(
      (found) => signal.aborted || take(found),
      () => signal.aborted || setFailedCall(call),
    );
    return () => request.abort();
  }, [address, wanted, key, call, isDone]);

  return {
    times: current?.times ?? [],
    next: current?.next,
    failed,
    loading: !failed && !isDone,
    more: () => setFrom(current?.next ?? undefined),
    reload: () => {
      setFrom(undefined);
      setFailedCall(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
