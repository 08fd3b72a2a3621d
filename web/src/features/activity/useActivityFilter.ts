import { useSearchParams } from 'react-router';

import type { ActivityFilter } from '@/api/activityPages';
import { isActionGroup } from '@/features/activity/actionGroups';
import { isPlausibleDate } from '@/lib/dates';
import { withValue } from '@/lib/searchParams';

/** The filter in the URL's query; invalid values are left out. */
export function readFilter(params: URLSearchParams): ActivityFilter {
  const id = (name: string) =>
    /^[1-9]\d{0,15}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null;
  const day = (name: string) => (isPlausibleDate(params.get(name) ?? '') ? params.get(name) : null);
  const [patientId, memberId, group, from, to] = [
    id('patient'),
    id('person'),
    params.get('about'),
    day('from'),
    day('to'),
  ];
  return {
    ...(patientId !== null && { patientId }),
    ...(memberId !== null && { memberId }),
    ...(group !== null && isActionGroup(group) && { group }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}

type Part = 'patient' | 'person' | 'about' | 'from' | 'to';

export function useActivityFilter() {
  const [params, setParams] = useSearchParams();
  return {
    filter: readFilter(params),
    /** An empty value removes the part. */
    choose: (part: Part, value: string) =>
      setParams((before) => withValue(before, part, value), {
        replace: true,
        preventScrollReset: true,
      }),
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  };
}
