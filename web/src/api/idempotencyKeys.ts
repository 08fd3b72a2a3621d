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
 * that went away) may have been done all the same: sent again unchanged, it carries the same key. With any entry changed, or made from
 * another version of the record, it is another request and gets another key.
 */
export function idempotencyKeys(
  now: () => number = Date.now,
): (args: FetchArgs) => IdempotencyKey | null {
  const pending = new Map<string, PendingRequest>();
  const nameOf = bodyNames();
  return ({ url, method, body, params, headers }) => {
    // Signing in changes nothing that could be doubled, and its password must not be kept here.
    if (method !== 'POST' || url.startsWith('/api/auth/') || url.startsWith('/api/portal/'))
      return null;
    const seen = new Headers(headers as HeadersInit | undefined).get('If-Match');
    const request = `${url} ${JSON.stringify([params ?? null, seen])} ${nameOf(body)}`;
    const known = pending.get(request);
    const entry =
      known && now() - known.since < lifetime ? known : { key: randomKey(), since: now() };
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

/**
 * What tells a body from others: its content, where JSON has all of it. Of a file or a form with files JSON has nothing, so each counts as
 * another one, and is the same only when the very same object is sent again.
 */
function bodyNames(): (body: unknown) => string {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (body) => {
    if (typeof body !== 'object' || body === null || isWholeInJson(body))
      return JSON.stringify(body ?? null);
    let number = numbers.get(body);
    if (number === undefined) numbers.set(body, (number = last += 1));
    return `object ${number}`;
  };
}

/** Whether JSON has all of a value. A file within a record counts as lost, and so do a map and a set. */
function isWholeInJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (Array.isArray(value)) return value.every(isWholeInJson);
  if (value instanceof Date) return true;
  const kind: unknown = Object.getPrototypeOf(value);
  return (kind === Object.prototype || kind === null) && Object.values(value).every(isWholeInJson);
}

/** Not crypto.randomUUID: some browsers have it over https only. */
function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
