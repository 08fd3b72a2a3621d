import {
  useListRemovedConsentTemplatesQuery,
  usePutConsentTemplateBackMutation,
} from '@/api/generated';
import { RemovedTemplatesDialog } from '@/components/RemovedTemplatesDialog';

/** The consent templates that were deleted. */
export function RemovedTemplates({ onClose }: { onClose: () => void }) {
  const query = useListRemovedConsentTemplatesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [putBack] = usePutConsentTemplateBackMutation();
  return (
    <RemovedTemplatesDialog
      query={query}
      restore={(id) => putBack(id).unwrap()}
      onClose={onClose}
    />
  );
}
