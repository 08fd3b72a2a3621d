import { createApi, fetchBaseQuery, type BaseQueryFn, type FetchArgs, type FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';

import { toFailure, type ApiFailure } from '@/api/failure';
import { sessionEnded } from '@/api/signedOut';

const fetchJson = fetchBaseQuery({ baseUrl: window.location.origin, credentials: 'include' });

type Query = BaseQueryFn<string | FetchArgs, unknown, ApiFailure, object, FetchBaseQueryMeta>;

/** The one way to the server. A 401 means that the session is over, except where signing in is the question itself. */
const query: Query = async (args, api, extra) => {
  const { data, error, meta } = await fetchJson(args, api, extra);
  const withMeta = meta ? { meta } : {};
  if (!error) return { data, ...withMeta };
  if (error.status === 401 && !isAboutSigningIn(typeof args === 'string' ? args : args.url)) api.dispatch(sessionEnded());
  return { error: toFailure(error), ...withMeta };
};

function isAboutSigningIn(url: string) {
  return url.startsWith('/api/auth/login') || url.startsWith('/api/auth/session') || url.startsWith('/api/auth/logout') || url.startsWith('/api/portal/');
}

export const baseApi = createApi({ baseQuery: query, endpoints: () => ({}) });
