const warnBefore = 60_000;

export type Idle = { phase: 'active' } | { phase: 'warning'; secondsLeft: number } | { phase: 'over' };

/** Where somebody stands who last moved at `lastActivity`, all in milliseconds: the last minute is for asking. */
export function idleAt(now: number, lastActivity: number, idleMinutes: number): Idle {
  const left = lastActivity + idleMinutes * 60_000 - now;
  if (left <= 0) return { phase: 'over' };
  // A clinic that allows a minute only is asked in its last half.
  return left <= Math.min(warnBefore, idleMinutes * 30_000) ? { phase: 'warning', secondsLeft: Math.ceil(left / 1000) } : { phase: 'active' };
}
