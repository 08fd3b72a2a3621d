import { useSearchParams } from 'react-router';

import type { ClockFilter } from '@/api/estimateClockPages';
import type { ClockCause } from '@/api/generated';
import { causeWords } from '@/features/estimate-clocks/clockWords';
import { withValue } from '@/lib/searchParams';

const isCause = (word: string): word is ClockCause => word in causeWords;

/** The filter in the URL's query; invalid values are left out. */
export function readClockFilter(params: URLSearchParams): ClockFilter {
  const cause = params.get('cause') ?? '';
  return {
    ...(params.get('closed') === 'true' && { closed: true }),
    ...(isCause(cause) && { cause }),
  };
}

export function useClockFilter() {
  const [params, setParams] = useSearchParams();
  return {
    filter: readClockFilter(params),
    /** An empty value removes the part. */
    choose: (part: keyof ClockFilter, value: string) =>
      setParams((before) => withValue(before, part, value), {
        replace: true,
        preventScrollReset: true,
      }),
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  };
}
