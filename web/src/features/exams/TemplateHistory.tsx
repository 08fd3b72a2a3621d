import {
  useListExamTemplateVersionsQuery,
  useRestoreExamTemplateVersionMutation,
  useShowExamTemplateVersionQuery,
  type ExamTemplate,
} from '@/api/generated';
import { QueryFailure } from '@/components/LoadFailure';
import { PartSkeleton } from '@/components/PartSkeleton';
import { TemplateHistoryDialog } from '@/components/TemplateHistoryDialog';
import { TemplateText } from '@/features/exams/TemplateText';

/** The versions of an exam template. Exams written from one keep their text. */
export function TemplateHistory({
  template: { id, name },
  onClose,
}: {
  template: ExamTemplate;
  onClose: () => void;
}) {
  const query = useListExamTemplateVersionsQuery(id, { refetchOnMountOrArgChange: true });
  const [restore] = useRestoreExamTemplateVersionMutation();
  return (
    <TemplateHistoryDialog
      id={id}
      name={name}
      query={query}
      Version={Version}
      restore={(version, seen) => restore({ id, version, 'If-Match': String(seen) }).unwrap()}
      onClose={onClose}
    />
  );
}

function Version({ id, version }: { id: number; version: number }) {
  const query = useShowExamTemplateVersionQuery({ id, version });
  if (query.currentData) return <TemplateText template={query.currentData} />;
  return query.isError ? (
    <QueryFailure what="The version could not be loaded." query={query} />
  ) : (
    <PartSkeleton label="Loading the version" height={120} />
  );
}
