import type { Service } from '@/api/generated';
import { FieldChangesDialog } from '@/components/FieldChangesDialog';
import { serviceLabels } from '@/features/services/serviceForm';

/** Who changed a service of the catalogue. */
export function ServiceChanges({
  service: { id, name },
  onClose,
}: {
  service: Service;
  onClose: () => void;
}) {
  return (
    <FieldChangesDialog
      record="service"
      id={id}
      name={name}
      labels={serviceLabels}
      onClose={onClose}
    />
  );
}
