import { useSearchParams } from 'react-router';

import type { AdverseEventFilter } from '@/api/adverseEventPages';
import type { Severity } from '@/api/generated';
import { severityWords } from '@/features/adverse-events/eventWords';
import { isPlausibleDate } from '@/lib/dates';
import { withValue } from '@/lib/searchParams';

const isSeverity = (word: string): word is Severity => word in severityWords;

/** The filter in the URL's query; invalid values are left out. */
export function readEventFilter(params: URLSearchParams): AdverseEventFilter {
  const day = (name: string) => (isPlausibleDate(params.get(name) ?? '') ? params.get(name) : null);
  const [severity, from, to] = [params.get('severity') ?? '', day('from'), day('to')];
  return {
    ...(params.get('open') === 'true' && { open: true }),
    ...(isSeverity(severity) && { severity }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}

export function useEventFilter() {
  const [params, setParams] = useSearchParams();
  return {
    filter: readEventFilter(params),
    /** An empty value removes the part. */
    choose: (part: keyof AdverseEventFilter, value: string) =>
      setParams((before) => withValue(before, part, value), {
        replace: true,
        preventScrollReset: true,
      }),
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  };
}
