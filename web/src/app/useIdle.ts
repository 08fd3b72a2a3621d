import { useCallback, useEffect, useRef, useState } from 'react';

import { idleAt, type Idle } from '@/app/idle';
import { hearOtherTabs, tellOtherTabs } from '@/lib/otherTabs';
import { signs } from '@/lib/presence';

/** The server notes a session's use once a minute, so telling it more often says nothing. */
const tellEvery = 61_000;

interface Watch {
  idleMinutes: number;
  /** Tells the server that somebody is there: typing alone sends nothing, and a long exam would run into its time limit. */
  onStillActive: () => void;
}

/** Follows whether anybody is at work, here or in another tab. */
export function useIdle({ idleMinutes, onStillActive }: Watch): { idle: Idle; stay: () => void } {
  const [idle, setIdle] = useState<Idle>({ phase: 'active' });
  // From when the page is there. An effect may come later, and would forgive a clock that has moved on by then.
  const [since] = useState(() => Date.now());
  const lastActivity = useRef(since);
  const lastTold = useRef(since);
  const still = useRef(onStillActive);
  useEffect(() => {
    still.current = onStillActive;
  });

  const stay = useCallback(() => {
    lastActivity.current = lastTold.current = Date.now();
    setIdle({ phase: 'active' });
    still.current();
    tellOtherTabs('active');
  }, []);

  useEffect(() => {
    const active = () => {
      // Once the question is asked, a stray movement is no answer to it.
      if (idleAt(Date.now(), lastActivity.current, idleMinutes).phase === 'active') lastActivity.current = Date.now();
    };
    const look = () => {
      const now = Date.now();
      const next = idleAt(now, lastActivity.current, idleMinutes);
      setIdle((shown) => (shown.phase === 'active' && next.phase === 'active' ? shown : next));
      if (next.phase === 'active' && lastActivity.current > lastTold.current && now - lastTold.current >= tellEvery) {
        lastTold.current = now;
        still.current();
        tellOtherTabs('active');
      }
    };
    const timer = setInterval(look, 1000);
    // A laptop that was asleep must not show its records while the timer catches up.
    document.addEventListener('visibilitychange', look);
    signs.forEach((sign) => window.addEventListener(sign, active, { passive: true }));
    const deaf = hearOtherTabs((message) => {
      if (message === 'active') lastActivity.current = Date.now();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      signs.forEach((sign) => window.removeEventListener(sign, active));
      deaf();
    };
  }, [idleMinutes]);

  return { idle, stay };
}
