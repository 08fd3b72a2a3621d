import type { FetchArgs } from '@reduxjs/toolkit/query/react';

/** For how long, in ms, the same form may be sent again. */
const lifetime = 60 * 60 * 1000;
const maxPending = 20;

interface PendingRequest {
  key: string;
  since: number;
}

export interface IdempotencyKey {
  key: string;
  /** Called once the server has answered: the same request sent after that is a new one. */
  settle: () => void;
}

/**
 * Gives each POST an Idempotency-Key, so that the server does it once. A request that was never answered (a lost connection, a server
 * that went away) may have been done all the same: sent again unchanged, it carries the same key. With any entry changed it is another
 * request and gets another key.
 */
export function idempotencyKeys(now: () => number = Date.now): (args: FetchArgs) => IdempotencyKey | null {
  const pending = new Map<string, PendingRequest>();
  return ({ url, method, body }) => {
    // Signing in changes nothing that could be doubled, and its password must not be kept here.
    if (method !== 'POST' || url.startsWith('/api/auth/') || url.startsWith('/api/portal/')) return null;
    const request = `${url} ${JSON.stringify(body ?? null)}`;
    const known = pending.get(request);
    const entry = known && now() - known.since < lifetime ? known : { key: randomKey(), since: now() };
    pending.delete(request);
    pending.set(request, entry);
    const [oldest] = pending.keys();
    if (pending.size > maxPending && oldest !== undefined) pending.delete(oldest);
    return {
      key: entry.key,
      settle: () => {
        if (pending.get(request) === entry) pending.delete(request);
      },
    };
  };
}

/** Not crypto.randomUUID: some browsers have it over https only. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
