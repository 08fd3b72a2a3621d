import { useModules } from '@/api/useModules';
import { usePermissions } from '@/api/usePermissions';
import { placesFor } from '@/app/places';
import { SearchDialog } from '@/features/search';

/** The search with the places of this app; fetched apart from the pages. */
export function QuickSearch({ onClose }: { onClose: () => void }) {
  return <SearchDialog places={placesFor(usePermissions(), useModules().on)} onClose={onClose} />;
}
