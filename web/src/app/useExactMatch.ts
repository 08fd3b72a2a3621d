import { useLocation } from 'react-router';

import type { Section } from '@/app/sections';

/**
 * Whether an entry of the navigation is current only at its exact address. Any other entry is current below its address
 * as well, unless another entry is closer to the page: "Clients" is not current where "Import Clients" is.
 */
export function useExactMatch(places: readonly Section[]) {
  const { pathname } = useLocation();
  return (to: string) =>
    to === '/' ||
    places.some((other) => other.to.startsWith(`${to}/`) && pathname.startsWith(other.to));
}
