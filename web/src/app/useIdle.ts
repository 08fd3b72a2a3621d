import { useCallback, useEffect, useRef, useState } from 'react';

import { idleState, type Idle } from '@/app/idle';
import { thisTab, type Tab } from '@/lib/tabMessages';
import { activityEvents } from '@/lib/userActivity';

/** The server notes a session's use once a minute, so more requests would change nothing. */
const reportEvery = 61_000;

interface IdleOptions {
  idleMinutes: number;
  /** Reports activity to the server: typing sends no request, and a session would end during a long exam. */
  onStillActive: () => void;
  tab?: Tab;
}

/** Follows the person's activity in this tab and the others. */
export function useIdle({ idleMinutes, onStillActive, tab = thisTab }: IdleOptions): {
  idle: Idle;
  stay: () => void;
} {
  const [idle, setIdle] = useState<Idle>({ phase: 'active' });
  // In the state, not in an effect: an effect may run later, and the time until then would not count.
  const [since] = useState(() => Date.now());
  // In this tab, and in any. A tab reports its own activity alone: two that reported what they hear would keep each other awake.
  const lastActivityHere = useRef(since);
  const lastActivity = useRef(since);
  const lastReported = useRef(since);
  const still = useRef(onStillActive);
  useEffect(() => {
    still.current = onStillActive;
  });

  const stay = useCallback(() => {
    const now = Date.now();
    lastActivity.current = lastActivityHere.current = lastReported.current = now;
    setIdle({ phase: 'active' });
    still.current();
    tab.broadcast({ activeAt: now });
  }, [tab]);

  useEffect(() => {
    const active = () => {
      // While the warning is shown, a stray movement does not answer it.
      if (idleState(Date.now(), lastActivity.current, idleMinutes).phase === 'active')
        lastActivity.current = lastActivityHere.current = Date.now();
    };
    const look = () => {
      const now = Date.now();
      // A clock that was set back gives nobody more time: what was noted lies no later than now.
      for (const noted of [lastActivity, lastActivityHere, lastReported])
        noted.current = Math.min(noted.current, now);
      const next = idleState(now, lastActivity.current, idleMinutes);
      setIdle((shown) => (shown.phase === 'active' && next.phase === 'active' ? shown : next));
      if (
        next.phase === 'active' &&
        lastActivityHere.current > lastReported.current &&
        now - lastReported.current >= reportEvery
      ) {
        lastReported.current = now;
        still.current();
        tab.broadcast({ activeAt: lastActivityHere.current });
      }
    };
    const timer = setInterval(look, 1000);
    // After a laptop's sleep the timer runs late, and the records would be visible until it fires.
    document.addEventListener('visibilitychange', look);
    activityEvents.forEach((sign) => window.addEventListener(sign, active, { passive: true }));
    const deaf = tab.listen((message) => {
      // When somebody was there, not when the message came: a tab that sleeps hears it later.
      if (typeof message === 'object')
        lastActivity.current = Math.max(
          lastActivity.current,
          Math.min(message.activeAt, Date.now()),
        );
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      activityEvents.forEach((sign) => window.removeEventListener(sign, active));
      deaf();
    };
  }, [idleMinutes, tab]);

  return { idle, stay };
}
