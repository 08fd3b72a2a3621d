import { useDeleteExamTemplateMutation, type ExamTemplate } from '@/api/generated';
import { useNotify } from '@/app/notices';
import { ConfirmDialog } from '@/components/ConfirmDialog';

/** Asks, in the specification's words, before a template is gone. */
export function DeleteTemplate({ template, onClose }: { template: ExamTemplate; onClose: () => void }) {
  const notify = useNotify();
  const [remove, { isLoading: removing }] = useDeleteExamTemplateMutation();

  const confirm = async () => {
    try {
      await remove(template.id).unwrap();
      notify({ tone: 'success', text: 'Template deleted' });
    } catch {
      notify({ tone: 'error', text: 'Error deleting template. Please try again.' });
    }
    onClose();
  };

  return (
    <ConfirmDialog
      open
      question="Are you sure you want to delete this GFE template?"
      detail={`“${template.name}” can then no longer be used in exams. Exams written from it stay as they are.`}
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={onClose}
      busy={removing}
    />
  );
}
