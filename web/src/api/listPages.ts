/** How many rows of a list are fetched at once. */
export const pageSize = 50;

/** One page of a list. */
export interface ListPage<Row> {
  rows: Row[];
  /** The id that the next page begins after, or null on the last page. */
  next: number | null;
}

/** For an infinite query of such pages. */
export const pagesByLink = {
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }: { next: number | null }) => next ?? undefined,
};

interface Meta {
  response?: Response | undefined;
}

/** Reads a page. Pages with pictures may be short and not the last, so only the Link header says whether there is a next one. */
export function readPage<Row>(rows: Row[], meta: Meta | undefined): ListPage<Row> {
  return { rows, next: nextCursor(meta?.response?.headers) };
}

/** The id that the next page begins after, from the Link header of the page before; null when there is no next page. */
export function nextCursor(headers: Headers | undefined): number | null {
  const after = nextAfter(headers);
  return after !== null && /^-?\d+$/.test(after) ? Number(after) : null;
}

/** The same where a page begins after something else than an id. */
export function nextAfter(headers: Headers | undefined): string | null {
  const query = /\?([^>]*)>; rel="next"/.exec(headers?.get('Link') ?? '')?.[1];
  return query === undefined ? null : new URLSearchParams(query).get('after');
}
