import { isPlausibleDate } from '@/lib/dates';

/** A day in the query of an address, or undefined where there is none that is valid. */
export function dayIn(search: URLSearchParams, name: string): string | undefined {
  const day = search.get(name) ?? '';
  return isPlausibleDate(day) ? day : undefined;
}

/** An id in the query of an address, or undefined where there is none that is valid. */
export function idIn(search: URLSearchParams, name: string): number | undefined {
  const id = search.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** A word of this kind in the query of an address, or undefined. */
export function wordIn<Word extends string>(
  search: URLSearchParams,
  name: string,
  isWord: (text: string) => text is Word,
): Word | undefined {
  const word = search.get(name) ?? '';
  return isWord(word) ? word : undefined;
}

/** The parts of a filter that are given. */
export const given = <Filter extends object>(parts: {
  [Part in keyof Filter]: Filter[Part] | undefined;
}): Filter =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Filter;

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
