import type { LoaderFunctionArgs, Params } from 'react-router';

import { fresh } from '@/api/baseApi';
import { generatedApi } from '@/api/generated';
import { mayOf, type May } from '@/api/useMay';
import { store } from '@/app/store';

/** What was asked for on the way to a page is fresh, what an earlier visit left is not. */
export { fresh };

/** For how long, in ms, the page one leaves stays while the next one gets ready; nobody feels that, and the next one comes whole. */
const patience = 100;

interface Going extends May {
  search: URLSearchParams;
  params: Params;
  /** The clinic's own. */
  timeZone: string;
}

interface Asked extends Promise<unknown> {
  queryCacheKey: string;
  unsubscribe(): void;
}

/** What a page will ask for, started in the moment somebody goes there; false stands for what their role does not read. */
type Asks = (going: Going) => (((dispatch: typeof store.dispatch, getState: typeof store.getState, extra: undefined) => Asked) | false)[];

/** Kept for the page that is being gone to, until the next way: a page that keeps nothing unused must find it. */
let held: Asked[] = [];

/**
 * A route's loader that asks before the page is drawn, with the very queries the page uses, so that it finds its answers. Only on the
 * way from one page to the next: it asks nothing before it is known who is signed in, and the page itself tells of what fails. What an
 * earlier visit left is shown at once, and mended when the answer says otherwise.
 */
export function beforehand(asks: Asks, ...parts: { ready: () => Promise<void> }[]) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<null> => {
    const session = generatedApi.endpoints.showSession.select()(store.getState()).data;
    if (!session) return null;
    const earlier = held;
    const going = { ...mayOf(session), search: new URL(request.url).searchParams, params, timeZone: session.clinic.time_zone };
    held = asks(going).flatMap((ask) => (ask ? [store.dispatch(ask)] : []));
    // Afterwards, since they may be the same.
    earlier.forEach((query) => query.unsubscribe());
    const { queries } = store.getState()[generatedApi.reducerPath];
    const awaited = held.filter(({ queryCacheKey }) => queries[queryCacheKey]?.data === undefined);
    await Promise.race([Promise.all([...awaited, ...parts.map(({ ready }) => ready())]), new Promise((late) => setTimeout(late, patience))]);
    return null;
  };
}
