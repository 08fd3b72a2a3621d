import type { ExamTemplate } from '@/api/generated';
import { PrintSheet } from '@/components/PrintSheet';
import { ViewDialog } from '@/components/ViewDialog';
import { TemplateText } from '@/features/exams/TemplateText';

interface Props {
  template: ExamTemplate;
  /** Absent for those who may only read. */
  onEdit?: (() => void) | undefined;
  onClose: () => void;
}

/** A template with every word of it. */
export function ViewTemplateDialog({ template, onEdit, onClose }: Props) {
  const text = <TemplateText template={template} />;
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
