import { useCallback, useEffect, useRef, useState } from 'react';

import { idleState, type Idle } from '@/app/idle';
import { onTabMessage, broadcastToTabs } from '@/lib/tabMessages';
import { activityEvents } from '@/lib/userActivity';

/** The server notes a session's use once a minute, so more requests would change nothing. */
const reportEvery = 61_000;

interface IdleOptions {
  idleMinutes: number;
  /** Reports activity to the server: typing sends no request, and a session would end during a long exam. */
  onStillActive: () => void;
}

/** Follows the person's activity in this tab and the others. */
export function useIdle({ idleMinutes, onStillActive }: IdleOptions): { idle: Idle; stay: () => void } {
  const [idle, setIdle] = useState<Idle>({ phase: 'active' });
  // In the state, not in an effect: an effect may run later, and the time until then would not count.
  const [since] = useState(() => Date.now());
  const lastActivity = useRef(since);
  const lastReported = useRef(since);
  const still = useRef(onStillActive);
  useEffect(() => {
    still.current = onStillActive;
  });

  const stay = useCallback(() => {
    lastActivity.current = lastReported.current = Date.now();
    setIdle({ phase: 'active' });
    still.current();
    broadcastToTabs('active');
  }, []);

  useEffect(() => {
    const active = () => {
      // While the warning is shown, a stray movement does not answer it.
      if (idleState(Date.now(), lastActivity.current, idleMinutes).phase === 'active') lastActivity.current = Date.now();
    };
    const look = () => {
      const now = Date.now();
      const next = idleState(now, lastActivity.current, idleMinutes);
      setIdle((shown) => (shown.phase === 'active' && next.phase === 'active' ? shown : next));
      if (next.phase === 'active' && lastActivity.current > lastReported.current && now - lastReported.current >= reportEvery) {
        lastReported.current = now;
        still.current();
        broadcastToTabs('active');
      }
    };
    const timer = setInterval(look, 1000);
    // After a laptop's sleep the timer runs late, and the records would be visible until it fires.
    document.addEventListener('visibilitychange', look);
    activityEvents.forEach((sign) => window.addEventListener(sign, active, { passive: true }));
    const deaf = onTabMessage((message) => {
      if (message === 'active') lastActivity.current = Date.now();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      activityEvents.forEach((sign) => window.removeEventListener(sign, active));
      deaf();
    };
  }, [idleMinutes]);

  return { idle, stay };
}
