const warnBefore = 60_000;

export type Idle =
  | { phase: 'active' }
  | { phase: 'warning'; secondsLeft: number }
  | { phase: 'over' };

/** The idle state at `now`, all in milliseconds: the last minute before the end is a warning. */
export function idleState(now: number, lastActivity: number, idleMinutes: number): Idle {
  const left = lastActivity + idleMinutes * 60_000 - now;
  if (left <= 0) return { phase: 'over' };
  // At most half of the idle time is a warning, for clinics that allow one minute.
  return left <= Math.min(warnBefore, idleMinutes * 30_000)
    ? { phase: 'warning', secondsLeft: Math.ceil(left / 1000) }
    : { phase: 'active' };
}
