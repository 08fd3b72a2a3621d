import type { ListSettledChartsApiArg } from '@/api/generated';
import { useSearchFilter } from '@/components/useSearchFilter';
import { dayIn, given, idIn, wordIn } from '@/lib/searchParams';

export type SettledFilter = Omit<ListSettledChartsApiArg, 'limit' | 'after'>;

type State = NonNullable<SettledFilter['state']>;
const isState = (word: string): word is State => word === 'approved' || word === 'not_selected';

/** The filter in the URL's query; invalid values are left out. */
export const readSettledFilter = (search: URLSearchParams): SettledFilter =>
  given({
    state: wordIn(search, 'state', isState),
    providerId: idIn(search, 'provider_id'),
    approvedBy: idIn(search, 'approved_by'),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
  });

export const useSettledFilter = () => useSearchFilter(readSettledFilter);
