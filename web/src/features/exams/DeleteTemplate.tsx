import {
  useDeleteExamTemplateMutation,
  usePutExamTemplateBackMutation,
  type ExamTemplate,
} from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';

/** Confirms the deletion of a template, in the specification's words. */
export function DeleteTemplate({
  template,
  onClose,
}: {
  template: ExamTemplate;
  onClose: () => void;
}) {
  const [remove] = useDeleteExamTemplateMutation();
  const [putBack] = usePutExamTemplateBackMutation();
  return (
    <ConfirmRequestDialog
      question="Are you sure you want to delete this GFE template?"
      detail={`“${template.name}” can then no longer be used in exams. Exams written from it stay as they are.`}
      confirmLabel="Delete"
      request={() => remove({ id: template.id, 'If-Match': String(template.version) }).unwrap()}
      success="Template deleted"
      undo={() => putBack(template.id).unwrap()}
      failurePrefix="Not deleted."
      failureNotice="Error deleting template. Please try again."
      onClose={onClose}
    />
  );
}
