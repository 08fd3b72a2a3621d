import { useSearchParams } from 'react-router';

import type { SettledFilter } from '@/api/settledPages';
import { isPlausibleDate } from '@/lib/dates';
import { withValue } from '@/lib/searchParams';

/** The filter in the URL's query; invalid values are left out. */
export function readSettledFilter(params: URLSearchParams): SettledFilter {
  const day = (name: string) => (isPlausibleDate(params.get(name) ?? '') ? params.get(name) : null);
  const member = (name: string) =>
    /^[1-9]\d{0,14}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null;
  const state = params.get('state');
  const [provider, director, from, to] = [
    member('provider_id'),
    member('approved_by'),
    day('from'),
    day('to'),
  ];
  return {
    ...((state === 'approved' || state === 'not_selected') && { state }),
    ...(provider !== null && { provider_id: provider }),
    ...(director !== null && { approved_by: director }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}

export function useSettledFilter() {
  const [params, setParams] = useSearchParams();
  return {
    filter: readSettledFilter(params),
    /** An empty value removes the part. */
    choose: (part: keyof SettledFilter, value: string) =>
      setParams((before) => withValue(before, part, value), {
        replace: true,
        preventScrollReset: true,
      }),
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  };
}
