import { planNamed } from '@/clinic/plans';

const shownOfSession = 12;
/** More than any session id has: what is behind it is not even looked at. */
const readOfSession = 500;

export interface SuccessQuery {
  /** The plan's name; null when the address names none of ours. */
  plan: string | null;
  /** The beginning of the session id; null without one. */
  session: string | null;
}

/** Reads what the payment provider's return address says. Anybody can write an address, so nothing in it is believed, only shown. */
export function readSuccess(query: URLSearchParams): SuccessQuery {
  const session = (query.get('session_id') ?? '').slice(0, readOfSession)
    // Letters that cannot be seen, or that turn the line around, are no part of an id.
    .replace(/[\p{C}\p{M}\p{Z}]/gu, '');
  return {
    plan: planNamed(query.get('plan')),
    session: Array.from(session).slice(0, shownOfSession).join('') || null,
  };
}
