import {
  examsApi,
  useDuplicateExamTemplateMutation,
  useListExamTemplatesQuery,
} from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { lazyDialog } from '@/components/lazyDialog';
import { TemplateManager } from '@/components/TemplateManager';
import { TemplatePreview } from '@/features/exams/TemplatePreview';

const DeleteTemplate = lazyDialog(
  async () => (await import('@/features/exams/DeleteTemplate')).DeleteTemplate,
);
const RemovedTemplates = lazyDialog(
  async () => (await import('@/features/exams/RemovedTemplates')).RemovedTemplates,
);
const TemplateDialog = lazyDialog(
  async () => (await import('@/features/exams/TemplateDialog')).TemplateDialog,
);
const TemplateHistory = lazyDialog(
  async () => (await import('@/features/exams/TemplateHistory')).TemplateHistory,
);
const ViewTemplateDialog = lazyDialog(
  async () => (await import('@/features/exams/ViewTemplateDialog')).ViewTemplateDialog,
);

export const loader = prefetchLoader(({ may }) => [
  may('gfe_template.read') && examsApi.endpoints.listExamTemplates.initiate(),
]);

/** The clinic's exam templates: words that a Good Faith Exam may start from. */
export function Component() {
  const { may } = usePermissions();
  const mayRead = may('gfe_template.read');
  const list = useListExamTemplatesQuery(undefined, { skip: !mayRead });
  const [duplicate] = useDuplicateExamTemplateMutation();
  return (
    <TemplateManager
      title="Exam templates"
      subtitle="Words that a Good Faith Exam may start from"
      hint="A template fills the empty texts of a Good Faith Exam."
      may={{ read: mayRead, write: may('gfe_template.write'), delete: may('gfe_template.delete') }}
      file={
        may('gfe_template.export')
          ? { url: '/api/gfe/templates/export', name: 'exam-templates' }
          : undefined
      }
      list={list}
      Preview={TemplatePreview}
      Editor={TemplateDialog}
      View={ViewTemplateDialog}
      Delete={DeleteTemplate}
      History={TemplateHistory}
      Removed={RemovedTemplates}
      duplicate={({ id }) => duplicate(id).unwrap()}
    />
  );
}
