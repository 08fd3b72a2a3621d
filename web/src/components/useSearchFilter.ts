import { useSearchParams } from 'react-router';

import { withValue } from '@/lib/searchParams';

/** A list's filter, which stands in the query of the address. `read` takes it from there and leaves out what is not valid. */
export function useSearchFilter<Filter>(read: (search: URLSearchParams) => Filter) {
  const [search, setSearch] = useSearchParams();
  const inPlace = { replace: true, preventScrollReset: true };
  return {
    filter: read(search),
    /** Sets a parameter of the address; an empty value removes it. */
    choose: (name: string, value: string) =>
      setSearch((before) => withValue(before, name, value), inPlace),
    clear: () => setSearch({}, inPlace),
  };
}
