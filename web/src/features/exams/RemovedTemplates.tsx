import { useListRemovedExamTemplatesQuery, usePutExamTemplateBackMutation } from '@/api/generated';
import { RemovedTemplatesDialog } from '@/components/RemovedTemplatesDialog';

/** The exam templates that were deleted. */
export function RemovedTemplates({ onClose }: { onClose: () => void }) {
  const query = useListRemovedExamTemplatesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [putBack] = usePutExamTemplateBackMutation();
  return (
    <RemovedTemplatesDialog
      query={query}
      restore={(id) => putBack(id).unwrap()}
      onClose={onClose}
    />
  );
}
