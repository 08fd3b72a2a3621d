import { useMemo } from 'react';

import { useListServicesQuery } from '@/api/generated';
import { useModules } from '@/api/useModules';

/** The colours of the clinic's services by their names, also of those that are retired; none while the module is off. */
export function useServiceColors(): ReadonlyMap<string, string> {
  const { isOn } = useModules();
  const { data } = useListServicesQuery(true, { skip: !isOn('services') });
  return useMemo(
    () => new Map(data?.flatMap(({ name, color }) => (color ? [[name, color] as const] : []))),
    [data],
  );
}
