import { useState } from 'react';
import { useSearchParams } from 'react-router';

import {
  useCountReviewQuery,
  useListReviewInfiniteQuery,
  type ListReviewApiArg,
  type ReviewRow,
} from '@/api/generated';
import { rowsOf } from '@/api/listPages';
import { without } from '@/lib/searchParams';
import { refreshInterval } from '@/lib/userActivity';

/** The part of the queue that is listed. */
export type ReviewPart = NonNullable<ListReviewApiArg['part']>;

const asParts = new Set<string>(['all', 'ready', 'late', 'returned'] satisfies ReviewPart[]);
const isPart = (part: string | null): part is ReviewPart => part !== null && asParts.has(part);

/** The most charts of one approval. */
export const mostAtOnce = 25;

/** The queue, the chart that is open, and those that were looked at and ticked. The part and the chart are in the address. */
export function useQueue() {
  const [search, setSearch] = useSearchParams();
  const named = search.get('part');
  const part = isPart(named) ? named : 'all';
  const query = useListReviewInfiniteQuery(
    { part },
    { pollingInterval: refreshInterval, skipPollingIfUnfocused: true },
  );
  const { data: counts } = useCountReviewQuery(undefined, {
    pollingInterval: refreshInterval,
    skipPollingIfUnfocused: true,
  });
  const rows = rowsOf(query.currentData);
  /** The version of each chart that was looked at whole. */
  const [seen, setSeen] = useState<ReadonlyMap<number, number>>(new Map());
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());

  const chart = Number(search.get('chart')) || null;
  const open = (id: number | null) =>
    setSearch(
      (former) => {
        const next = without(former, 'chart');
        if (id !== null) next.set('chart', String(id));
        return next;
      },
      { replace: chart !== null && id !== null },
    );
  const show = (next: ReviewPart) =>
    setSearch(next === 'all' ? {} : { part: next }, { replace: true });
  const note = (id: number, version: number) =>
    setSeen((former) => (former.get(id) === version ? former : new Map(former).set(id, version)));

  const mayTick = (row: ReviewRow) =>
    row.is_complete && row.may_approve && !row.is_own && row.state !== 'Returned';
  const wasSeen = ({ id, version }: ReviewRow) => seen.get(id) === version;
  /** A chart that was changed since it was looked at is not among them. */
  const chosen = rows?.filter((row) => ticked.has(row.id) && mayTick(row) && wasSeen(row)) ?? [];
  const tick = (id: number) =>
    setTicked((former) => {
      const next = new Set(former);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const at = (id: number | null) => rows?.findIndex((row) => row.id === id) ?? -1;
  /** The chart after this one, or before it; none at the end. */
  const beside = (id: number | null, step: 1 | -1) => rows?.[at(id) + step]?.id ?? null;
  return {
    query,
    rows,
    counts,
    part,
    show,
    chart,
    open,
    note,
    mayTick,
    wasSeen,
    chosen,
    tick,
    beside,
  };
}

export type Queue = ReturnType<typeof useQueue>;
