import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';

import { toFailure, type ApiFailure } from '@/api/failure';
import { tagTypes } from '@/api/generated/tagTypes';
import { idempotencyKeys } from '@/api/idempotencyKeys';
import { sessionEnded } from '@/lib/signedOut';
import { leaveForTablet } from '@/lib/tablet';
import { isUserActive } from '@/lib/userActivity';

const sendRequest = fetchBaseQuery({
  baseUrl: window.location.origin,
  credentials: 'include',
  // The server does not count a background request as use of the session.
  prepareHeaders: (headers) => {
    if (!isUserActive()) headers.set('X-Background', '1');
  },
});

const keyFor = idempotencyKeys();

type Query = BaseQueryFn<string | FetchArgs, unknown, ApiFailure, object, FetchBaseQueryMeta>;

/** Every call of the staff's app. A 401 means that the session is over, except in the calls that sign in or ask who is signed in. */
const query: Query = async (args, api, extra) => {
  const idempotency = typeof args === 'string' ? null : keyFor(args);
  const { data, error, meta } = await sendRequest(
    idempotency ? withKey(args, idempotency.key) : args,
    api,
    extra,
  );
  if (!error || (typeof error.status === 'number' && error.status < 500)) idempotency?.settle();
  const withMeta = meta ? { meta } : {};
  if (!error) return { data, ...withMeta };
  if (error.status === 401 && !isAboutSigningIn(typeof args === 'string' ? args : args.url))
    api.dispatch(sessionEnded());
  const failure = toFailure(error);
  // In another tab this device was handed to a patient, or somebody tries to go back from the patient's page.
  if (failure.code === 'handed_over') leaveForTablet();
  // The clinic began to require a second factor while a page was open: the session, fetched again, requires one to be set up.
  if (failure.code === 'second_factor_required')
    api.dispatch(baseApi.util.invalidateTags(['auth']));
  return { error: failure, ...withMeta };
};

function withKey(args: string | FetchArgs, key: string): FetchArgs {
  if (typeof args === 'string') return { url: args, headers: { 'Idempotency-Key': key } };
  return {
    ...args,
    headers: {
      ...(args.headers as Record<string, string | undefined> | undefined),
      'Idempotency-Key': key,
    },
  };
}

function isAboutSigningIn(url: string) {
  return (
    url.startsWith('/api/auth/login') ||
    url.startsWith('/api/auth/session') ||
    url.startsWith('/api/auth/logout') ||
    url.startsWith('/api/portal/')
  );
}

/** How old a cached answer may be, in seconds, when a screen is opened. */
export const maxAgeSeconds = 2;

/** Others work on the same records, so a screen refetches when it is opened, when the window gets the focus, and when the network is back. */
export const baseApi = createApi({
  baseQuery: query,
  tagTypes,
  refetchOnMountOrArgChange: maxAgeSeconds,
  refetchOnFocus: true,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});
