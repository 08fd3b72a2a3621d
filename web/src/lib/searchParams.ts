/** The query of an address without one of its parameters. */
export function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest;
}

/** The query of an address with another value of one of its parameters; an empty value removes it. */
export function withValue(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = without(search, name);
  if (value) changed.set(name, value);
  return changed;
}
