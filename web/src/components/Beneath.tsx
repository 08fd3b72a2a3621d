import type { ReactNode } from 'react';

import { useAfterwards } from '@/components/useInSight';

/** What stands below the lower edge of most screens: drawn a moment after what they show. */
export function Beneath({ children }: { children: ReactNode }) {
  return useAfterwards() ? children : null;
}
