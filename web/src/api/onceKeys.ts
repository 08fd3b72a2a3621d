import type { FetchArgs } from '@reduxjs/toolkit/query/react';

/** As long as somebody may go on trying to save the same form. */
const kept = 60 * 60 * 1000;
const most = 20;

interface Waiting {
  key: string;
  since: number;
}

export interface OnceKey {
  key: string;
  /** The server has told what came of it: the next such request is another one. */
  settle: () => void;
}

/**
 * Keys that let the server do a request once. What was sent and never answered (a lost connection, a server that went away) may have
 * been done all the same: sent again as it was, it carries its key again. With any entry changed it is another request.
 */
export function onceKeys(now: () => number = Date.now): (args: FetchArgs) => OnceKey | null {
  const waiting = new Map<string, Waiting>();
  return ({ url, method, body }) => {
    // Signing in changes nothing that could be doubled, and a password is not to be remembered here.
    if (method !== 'POST' || url.startsWith('/api/auth/') || url.startsWith('/api/portal/')) return null;
    const request = `${url} ${JSON.stringify(body ?? null)}`;
    const known = waiting.get(request);
    const entry = known && now() - known.since < kept ? known : { key: randomKey(), since: now() };
    waiting.delete(request);
    waiting.set(request, entry);
    const [oldest] = waiting.keys();
    if (waiting.size > most && oldest !== undefined) waiting.delete(oldest);
    return {
      key: entry.key,
      settle: () => {
        if (waiting.get(request) === entry) waiting.delete(request);
      },
    };
  };
}

/** Not crypto.randomUUID: some browsers have it over https only. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
