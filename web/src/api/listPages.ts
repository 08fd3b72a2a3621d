/** How many rows of a list are fetched at once. */
export const pageSize = 50;

/** How many appointments: as many as the server reads without queueing them behind the clinic's other long lists (`foundation/http_api/src/lists.rs`). */
export const appointmentPageSize = 100;

/** What a page begins after, as the Link header of the page before names it. */
export type PageParam = string | undefined;

/** One page of a list. */
export interface ListPage<Row> {
  rows: Row[];
  /** What the next page begins after, or null on the last page. */
  next: string | null;
  /** Other headers of the answer that the document names. */
  headers: Readonly<Record<string, string | null>>;
}

const infiniteQueryOptions = {
  initialPageParam: undefined as PageParam,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
};

interface Meta {
  response?: Response | undefined;
}

/**
 * What an infinite query needs to read pages, with these of their headers. Pages with pictures may be short and not the last, so only the
 * Link header says whether there is a next one.
 */
export const inPages = <Row>(...names: string[]) => ({
  infiniteQueryOptions,
  transformResponse: (rows: Row[], meta: Meta | undefined): ListPage<Row> => {
    const headers = meta?.response?.headers;
    return {
      rows,
      next: nextAfter(headers),
      headers: Object.fromEntries(names.map((name) => [name, headers?.get(name) ?? null])),
    };
  },
});

/** What the next page begins after, from the Link header of the page before; null when there is no next page. */
export function nextAfter(headers: Headers | undefined): string | null {
  const query = /\?([^>]*)>; rel="next"/.exec(headers?.get('Link') ?? '')?.[1];
  return query === undefined ? null : new URLSearchParams(query).get('after');
}

const allRows = new WeakMap<object, unknown[]>();

/** The rows of all pages that were fetched: the same array for the same answer. */
export function rowsOf<Row>(answer: { pages: ListPage<Row>[] }): Row[];
export function rowsOf<Row>(answer: { pages: ListPage<Row>[] } | undefined): Row[] | undefined;
export function rowsOf<Row>(answer: { pages: ListPage<Row>[] } | undefined): Row[] | undefined {
  if (!answer) return undefined;
  const known = allRows.get(answer) as Row[] | undefined;
  if (known) return known;
  const rows = answer.pages.flatMap((page) => page.rows);
  allRows.set(answer, rows);
  return rows;
}
