import type { ListActivityApiArg } from '@/api/generated';
import { useSearchFilter } from '@/components/useSearchFilter';
import { isActionGroup } from '@/features/activity/actionGroups';
import { dayIn, given, idIn, wordIn } from '@/lib/searchParams';

export type ActivityFilter = Omit<ListActivityApiArg, 'limit' | 'after'>;

/** The filter in the URL's query; invalid values are left out. */
export const readFilter = (search: URLSearchParams): ActivityFilter =>
  given({
    patientId: idIn(search, 'patient'),
    memberId: idIn(search, 'person'),
    group: wordIn(search, 'about', isActionGroup),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
  });

export const useActivityFilter = () => useSearchFilter(readFilter);
