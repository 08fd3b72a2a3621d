import { useEffect, useState } from 'react';

import { asFailure, fetchJson } from '@/api/fetchJson';
import type { Kiosk } from '@/api/generated';

/** What the tablet shows, loaded again after each decision. What was loaded before stays while it is, and if that fails. */
export function useKiosk(): { kiosk: Kiosk | null; failed: string; reload: () => void } {
  const [kiosk, setKiosk] = useState<Kiosk | null>(null);
  const [failed, setFailed] = useState('');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;
    fetchJson<Kiosk>('/api/kiosk', { signal }).then(
      (found) => signal.aborted || setKiosk(found),
      (thrown: unknown) => {
        if (signal.aborted) return;
        const { status, code, message } = asFailure(thrown);
        // Nobody has handed it over, or the session is over: the staff's app says so, and asks for a sign-in.
        if (status === 401 || code === 'not_handed_over') window.location.replace('/');
        else setFailed(message || 'Your forms could not be loaded.');
      },
    );
    return () => request.abort();
  }, [attempt]);

  return {
    kiosk,
    failed,
    reload: () => {
      setFailed('');
      setAttempt((count) => count + 1);
    },
  };
}
