import { useDeleteExamTemplateMutation, type ExamTemplate } from '@/api/generated';
import { ActDialog } from '@/components/ActDialog';

/** Asks, in the specification's words, before a template is gone. */
export function DeleteTemplate({ template, onClose }: { template: ExamTemplate; onClose: () => void }) {
  const [remove] = useDeleteExamTemplateMutation();
  return (
    <ActDialog
      question="Are you sure you want to delete this GFE template?"
      detail={`“${template.name}” can then no longer be used in exams. Exams written from it stay as they are.`}
      confirmLabel="Delete"
      act={() => remove(template.id).unwrap()}
      done="Template deleted"
      refused="Not deleted."
      failed="Error deleting template. Please try again."
      onClose={onClose}
    />
  );
}
