/** The id that the next page of a list begins after, from the Link header of the page before; null when there is no next page. */
export function nextCursor(headers: Headers | undefined): number | null {
  const after = /[?&]after=(\d+)[^>]*>; rel="next"/.exec(headers?.get('Link') ?? '')?.[1];
  return after ? Number(after) : null;
}
