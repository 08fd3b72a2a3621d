import {
  useDeleteConsentTemplateMutation,
  usePutConsentTemplateBackMutation,
  type ConsentTemplate,
} from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';

/** Confirms the deletion of a template, in the specification's words. */
export function DeleteTemplate({
  template,
  onClose,
}: {
  template: ConsentTemplate;
  onClose: () => void;
}) {
  const [remove] = useDeleteConsentTemplateMutation();
  const [putBack] = usePutConsentTemplateBackMutation();
  return (
    <ConfirmRequestDialog
      question="Are you sure you want to delete this template?"
      detail={`“${template.name}” can then no longer be issued. Consents issued earlier keep their text.`}
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
