/** The headers of a page of a list, as the server sends them: the Link to the next page where there is one. */
export function linkHeader(path: string, after: number | undefined): Record<string, string> {
  return after === undefined ? {} : { Link: `<${path}?after=${after}&limit=50>; rel="next"` };
}
