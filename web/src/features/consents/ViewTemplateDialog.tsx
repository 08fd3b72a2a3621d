import type { ConsentTemplate } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { ViewDialog } from '@/components/ViewDialog';

interface Props {
  template: ConsentTemplate;
  /** Absent for those who may only read. */
  onEdit?: (() => void) | undefined;
  onClose: () => void;
}

/** A template as the patient will see it. */
export function ViewTemplateDialog({ template, onEdit, onClose }: Props) {
  return (
    <ViewDialog title={template.name} label="Template text" onEdit={onEdit} onClose={onClose}>
      <ConsentText label="Consent text" html={template.body} />
    </ViewDialog>
  );
}
