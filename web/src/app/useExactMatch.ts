import { useLocation } from 'react-router';

import type { Section } from '@/app/sections';

/**
 * For an entry of the navigation: whether it is the current one at its very address alone. Else it is below that address as well, unless
 * another entry is closer to the page: "Clients" is not current where "Import Clients" is.
 */
export function useExactMatch(places: readonly Section[]) {
  const { pathname } = useLocation();
  return (to: string) => to === '/' || places.some((other) => other.to.startsWith(`${to}/`) && pathname.startsWith(other.to));
}
