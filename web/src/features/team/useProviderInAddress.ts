import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import type { ProviderAhead } from '@/api/generated';

/** Opens the appointments of the provider whom a link names (`reassignPath`), once it is known whose they are. */
export function useProviderInAddress(
  forProvider: (provider: number) => ProviderAhead | undefined,
  open: (provider: { id: number; name: string }) => void,
) {
  const [search, setSearch] = useSearchParams();
  const named = Number(search.get('appointments'));
  const name = named > 0 ? forProvider(named)?.provider_name : undefined;
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    if (!name) return;
    latest.current({ id: named, name });
    // Closing the dialog leads back to the team, and a reload does not open it again.
    setSearch(
      (params) => {
        params.delete('appointments');
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [named, name, setSearch]);
}
