import type { ConsentTemplate } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';
import { PrintSheet } from '@/components/PrintSheet';
import { ViewDialog } from '@/components/ViewDialog';

interface Props {
  template: ConsentTemplate;
  /** Absent for those who may only read. */
  onEdit?: (() => void) | undefined;
  onClose: () => void;
}

/** A template as the patient will see it. */
export function ViewTemplateDialog({ template, onEdit, onClose }: Props) {
  const text = <ConsentText label="Consent text" html={template.body} />;
  return (
    <ViewDialog
      title={template.name}
      label="Template text"
      onEdit={onEdit}
      actions={<PrintSheet title={template.name}>{text}</PrintSheet>}
      onClose={onClose}
    >
      {text}
    </ViewDialog>
  );
}
