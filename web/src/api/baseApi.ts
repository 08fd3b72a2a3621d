import { createApi, fetchBaseQuery, type BaseQueryFn, type FetchArgs, type FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';

import { toFailure, type ApiFailure } from '@/api/failure';
import { onceKeys } from '@/api/onceKeys';
import { sessionEnded } from '@/api/signedOut';
import { isPresent } from '@/lib/presence';

const fetchJson = fetchBaseQuery({
  baseUrl: window.location.origin,
  credentials: 'include',
  // The server does not count it as use of the session.
  prepareHeaders: (headers) => {
    if (!isPresent()) headers.set('X-Background', '1');
  },
});

const keyOf = onceKeys();

type Query = BaseQueryFn<string | FetchArgs, unknown, ApiFailure, object, FetchBaseQueryMeta>;

/** The one way to the server. A 401 means that the session is over, except where signing in is the question itself. */
const query: Query = async (args, api, extra) => {
  const once = typeof args === 'string' ? null : keyOf(args);
  const { data, error, meta } = await fetchJson(once ? withKey(args, once.key) : args, api, extra);
  if (!error || (typeof error.status === 'number' && error.status < 500)) once?.settle();
  const withMeta = meta ? { meta } : {};
  if (!error) return { data, ...withMeta };
  if (error.status === 401 && !isAboutSigningIn(typeof args === 'string' ? args : args.url)) api.dispatch(sessionEnded());
  const failure = toFailure(error);
  // The clinic has begun to ask for a second factor while a page was open: hear from the session that one is to be set up.
  if (failure.code === 'second_factor_required') api.dispatch(baseApi.util.invalidateTags(['auth' as never]));
  return { error: failure, ...withMeta };
};

function withKey(args: string | FetchArgs, key: string): FetchArgs {
  if (typeof args === 'string') return { url: args, headers: { 'Idempotency-Key': key } };
  return { ...args, headers: { ...(args.headers as Record<string, string | undefined> | undefined), 'Idempotency-Key': key } };
}

function isAboutSigningIn(url: string) {
  return url.startsWith('/api/auth/login') || url.startsWith('/api/auth/session') || url.startsWith('/api/auth/logout') || url.startsWith('/api/portal/');
}

/** How old an answer may be, in seconds, for a screen that is opened. */
export const fresh = 2;

/** Others work on the same records: a screen asks anew when it is opened, and what is on it again on return and with the network. */
export const baseApi = createApi({
  baseQuery: query,
  refetchOnMountOrArgChange: fresh,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
