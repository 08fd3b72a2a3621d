import type { Dispatch } from '@reduxjs/toolkit';
import type { InfiniteQueryDefinition, QueryArgFrom, ResultTypeFrom } from '@reduxjs/toolkit/query';

import { baseApi } from '@/api/baseApi';
import type { EveryCall } from '@/api/generated';
import type { ListPage } from '@/api/listPages';

interface Changing<Changed> {
  dispatch: Dispatch<never>;
  getState: () => unknown;
  queryFulfilled: Promise<{ data: Changed }>;
}

/** A call whose answers are cached, by its name. */
type Query = {
  [Call in keyof EveryCall]: ResultTypeFrom<EveryCall[Call]> extends object | null ? Call : never;
}[keyof EveryCall];
type Shown<Call extends Query> = ResultTypeFrom<EveryCall[Call]>;
/** A list in pages, by the name of its call. */
type PagedList = {
  [Call in keyof EveryCall]: EveryCall[Call] extends { type: 'infinitequery' } ? Call : never;
}[keyof EveryCall];
type RowInPages<Call extends PagedList> =
  EveryCall[Call] extends InfiniteQueryDefinition<
    infer _Arg,
    infer _Param,
    infer _Query,
    infer _Tags,
    infer Page
  >
    ? Page extends ListPage<infer Row extends { id: number }>
      ? Row
      : never
    : never;
type RowOf<Call extends Query> = Shown<Call> extends readonly (infer Row)[] ? Row : never;

/**
 * For a change whose response is the record: writes it into the cached answers of `call` before they are fetched again, by `write`, a recipe
 * of Immer's. The next change needs the new version: with the old one it would be refused as if somebody else had changed the record.
 * `concerns` tells which answers, where that does not show in the record.
 */
export function showAtOnce<Call extends Query, Changed, Change = unknown>(
  call: Call,
  write: (shown: Shown<Call>, changed: Changed) => Shown<Call> | void,
  concerns: (queryArg: QueryArgFrom<EveryCall[Call]>, change: Change) => boolean = () => true,
) {
  return onAnswer<Changed, Change>(call, write, (queryArg, change) =>
    concerns(queryArg as never, change),
  );
}

/** Replaces the row that has the same values in `keys`. */
export function replaceRow<Row>(rows: Row[], changed: Row, ...keys: (keyof Row)[]): void {
  const at = rows.findIndex((row) => keys.every((key) => row[key] === changed[key]));
  if (at >= 0) rows[at] = changed;
}

/** `showAtOnce` for a call that answers a list of such records, which `keys` tell apart. */
export const showInList = <Call extends Query>(call: Call, ...keys: (keyof RowOf<Call>)[]) =>
  onAnswer<RowOf<Call>>(call, (rows: RowOf<Call>[], changed) => replaceRow(rows, changed, ...keys));

/** `showAtOnce` for a list in pages. */
export const showInPages = <Call extends PagedList>(call: Call) =>
  onAnswer<RowInPages<Call>>(call, ({ pages }: { pages: ListPage<RowInPages<Call>>[] }, changed) =>
    pages.forEach(({ rows }) => replaceRow(rows, changed, 'id')),
  );

/** `showAtOnce` for a call that answers the record alone. */
export const showWhole = <Call extends Query>(call: Call) =>
  onAnswer<Shown<Call>>(call, (_shown, changed) => changed);

function onAnswer<Changed, Change = unknown>(
  call: string,
  write: (shown: never, changed: Changed) => unknown,
  concerns: (queryArg: unknown, change: Change) => boolean = () => true,
) {
  return {
    onQueryStarted: async (
      change: Change,
      { dispatch, getState, queryFulfilled }: Changing<Changed>,
    ) => {
      const answer = await queryFulfilled.catch(() => null);
      if (!answer) return;
      for (const queryArg of baseApi.util.selectCachedArgsForQuery(
        getState() as never,
        call as never,
      )) {
        if (!concerns(queryArg, change)) continue;
        const update = baseApi.util.updateQueryData(
          call as never,
          queryArg as never,
          ((shown: never) => write(shown, answer.data)) as never,
        );
        (dispatch as (action: unknown) => unknown)(update);
      }
    },
  };
}
