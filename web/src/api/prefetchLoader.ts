import type { LoaderFunctionArgs, Params } from 'react-router';

import { baseApi } from '@/api/baseApi';
import { authApi } from '@/api/generated';
import { store } from '@/api/store';
import { permissionsOf, type Permissions } from '@/api/usePermissions';

/** For how long, in ms, a page waits for its answers, so that it is drawn once and whole. */
const longestWait = 100;

/** For how long, in ms, an answer is kept for a page that has not subscribed to it yet. */
const keptForPage = 5_000;

interface PrefetchArgs extends Permissions {
  search: URLSearchParams;
  params: Params;
  /** The clinic's own. */
  timeZone: string;
  /** Who is signed in. */
  member: number;
}

interface Request extends Promise<unknown> {
  queryCacheKey: string;
  unsubscribe(): void;
}

type Query = (
  dispatch: typeof store.dispatch,
  getState: typeof store.getState,
  extra: undefined,
) => Request;

/**
 * A route's loader that starts the very queries the page uses, so that the page finds their answers. A query is false where the role may
 * not read its answer. `code` fetches the parts of the page that have nothing to show before the answers. It never fails: the page itself
 * fetches what is missing and shows what failed. Before the session is loaded no query is started.
 */
export function prefetchLoader(
  queriesFor: (args: PrefetchArgs) => (Query | false)[],
  code: readonly (() => Promise<unknown>)[] = [],
  wait = longestWait,
) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<null> => {
    const parts = code.map((fetchPart) => fetchPart());
    const session = authApi.endpoints.showSession.select()(store.getState()).data;
    if (!session) return null;
    const args = {
      ...permissionsOf(session),
      search: new URL(request.url).searchParams,
      params,
      timeZone: session.clinic.time_zone,
      member: session.member.id,
    };
    const requests = queriesFor(args).flatMap((query) => (query ? [store.dispatch(query)] : []));
    setTimeout(() => requests.forEach((started) => started.unsubscribe()), keptForPage);
    // An answer of an earlier visit is shown at once, and replaced when the new one is there.
    const { queries } = store.getState()[baseApi.reducerPath];
    const missing = requests.filter(
      ({ queryCacheKey }) => queries[queryCacheKey]?.data === undefined,
    );
    await Promise.race([
      Promise.all([...missing, ...parts]),
      new Promise((resolve) => setTimeout(resolve, wait)),
    ]);
    return null;
  };
}
