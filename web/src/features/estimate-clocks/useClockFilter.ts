import type { ClockCause, ListEstimateClocksApiArg } from '@/api/generated';
import { useSearchFilter } from '@/components/useSearchFilter';
import { causeWords } from '@/features/estimate-clocks/clockWords';
import { given, wordIn } from '@/lib/searchParams';

export type ClockFilter = Omit<ListEstimateClocksApiArg, 'limit' | 'after'>;

const isCause = (word: string): word is ClockCause => word in causeWords;

/** The filter in the URL's query; invalid values are left out. */
export const readClockFilter = (search: URLSearchParams): ClockFilter =>
  given({
    closed: search.get('closed') === 'true' || undefined,
    cause: wordIn(search, 'cause', isCause),
  });

export const useClockFilter = () => useSearchFilter(readClockFilter);
