import { useDeleteConsentTemplateMutation, type ConsentTemplate } from '@/api/generated';
import { ActDialog } from '@/components/ActDialog';

/** Asks, in the specification's words, before a template is gone. */
export function DeleteTemplate({ template, onClose }: { template: ConsentTemplate; onClose: () => void }) {
  const [remove] = useDeleteConsentTemplateMutation();
  return (
    <ActDialog
      question="Are you sure you want to delete this template?"
      detail={`“${template.name}” can then no longer be issued. Consents issued earlier keep their text.`}
      confirmLabel="Delete"
      act={() => remove(template.id).unwrap()}
      done="Template deleted"
      refused="Not deleted."
      failed="Error deleting template. Please try again."
      onClose={onClose}
    />
  );
}
