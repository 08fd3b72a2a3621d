import { planNamed } from '@/features/billing/plans';

const shownOfSession = 12;
/** Longer than any session id; the rest is ignored. */
const readOfSession = 500;

export interface SuccessQuery {
  /** The plan's name; null when the address names none of ours. */
  plan: string | null;
  /** The beginning of the session id; null without one. */
  session: string | null;
}

/** Reads the query of the payment provider's return address. Anybody can write one, so it is only shown, never trusted. */
export function readSuccess(query: URLSearchParams): SuccessQuery {
  const session = (query.get('session_id') ?? '')
    .slice(0, readOfSession)
    // No invisible characters, nor those that change the text's direction.
    .replace(/[\p{C}\p{M}\p{Z}]/gu, '');
  return {
    plan: planNamed(query.get('plan')),
    session: Array.from(session).slice(0, shownOfSession).join('') || null,
  };
}
