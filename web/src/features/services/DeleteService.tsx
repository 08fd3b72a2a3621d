import { useDeleteServiceMutation, type Service } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';

/** Confirms the removal of a service. The server refuses it for one that something was recorded with. */
export function DeleteService({ service, onClose }: { service: Service; onClose: () => void }) {
  const [remove] = useDeleteServiceMutation();
  return (
    <ConfirmRequestDialog
      question={`Delete ${service.name}?`}
      detail="This cannot be undone. A service that records already use cannot be deleted: retire it instead."
      confirmLabel="Delete"
      request={() => remove({ id: service.id, 'If-Match': String(service.version) }).unwrap()}
      success={`${service.name} deleted.`}
      failurePrefix="Not deleted."
      onClose={onClose}
    />
  );
}
