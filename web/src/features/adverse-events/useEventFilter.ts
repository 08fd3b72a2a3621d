import type { ListAdverseEventsApiArg, Severity } from '@/api/generated';
import { useSearchFilter } from '@/components/useSearchFilter';
import { severityWords } from '@/features/adverse-events/eventWords';
import { dayIn, given, wordIn } from '@/lib/searchParams';

export type AdverseEventFilter = Omit<ListAdverseEventsApiArg, 'limit' | 'after'>;

const isSeverity = (word: string): word is Severity => word in severityWords;

/** The filter in the URL's query; invalid values are left out. */
export const readEventFilter = (search: URLSearchParams): AdverseEventFilter =>
  given({
    open: search.get('open') === 'true' || undefined,
    severity: wordIn(search, 'severity', isSeverity),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
  });

export const useEventFilter = () => useSearchFilter(readEventFilter);
