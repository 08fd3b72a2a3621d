import { generatedApi, useCreateExamTemplateMutation, useListExamTemplatesQuery, type ExamTemplate } from '@/api/generated';
import { prefetchLoader } from '@/api/prefetchLoader';
import { usePermissions } from '@/api/usePermissions';
import { lazyDialog } from '@/components/lazyDialog';
import { TemplateManager } from '@/components/TemplateManager';
import { TemplatePreview } from '@/features/exams/TemplatePreview';
import { copyOf } from '@/features/exams/templateRecord';
import { useNotify } from '@/lib/notices';

const DeleteTemplate = lazyDialog(async () => (await import('@/features/exams/DeleteTemplate')).DeleteTemplate);
const TemplateDialog = lazyDialog(async () => (await import('@/features/exams/TemplateDialog')).TemplateDialog);
const ViewTemplateDialog = lazyDialog(async () => (await import('@/features/exams/ViewTemplateDialog')).ViewTemplateDialog);

export const loader = prefetchLoader(({ may }) => [may('gfe_template.read') && generatedApi.endpoints.listExamTemplates.initiate()]);

/** The clinic's exam templates: words that a Good Faith Exam may start from. */
export function Component() {
  const { may } = usePermissions();
  const mayRead = may('gfe_template.read');
  const list = useListExamTemplatesQuery(undefined, { skip: !mayRead });
  const duplicate = useDuplicate(list.data);
  return (
    <TemplateManager
      title="Exam templates"
      subtitle="Words that a Good Faith Exam may start from"
      hint="A template fills the empty texts of a Good Faith Exam."
      may={{ read: mayRead, write: may('gfe_template.write'), delete: may('gfe_template.delete') }}
      list={list}
      Preview={TemplatePreview}
      Editor={TemplateDialog}
      View={ViewTemplateDialog}
      Delete={DeleteTemplate}
      onDuplicate={(template) => void duplicate(template)}
    />
  );
}

function useDuplicate(templates: readonly ExamTemplate[] = []) {
  const notify = useNotify('exam template');
  const [create, { isLoading }] = useCreateExamTemplateMutation();
  return async (template: ExamTemplate) => {
    // A second tap must not make a second copy.
    if (isLoading) return;
    try {
      const { name } = await create(copyOf(template, templates)).unwrap();
      notify({ tone: 'success', text: `“${name}” was made.` });
    } catch {
      notify({ tone: 'error', text: 'Error creating template. Please try again.' });
    }
  };
}
