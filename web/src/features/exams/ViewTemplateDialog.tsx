import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { ExamTemplate } from '@/api/generated';
import { ViewDialog } from '@/components/ViewDialog';
import { templateSections } from '@/features/exams/templateSections';

interface Props {
  template: ExamTemplate;
  /** Absent for those who may only read. */
  onEdit?: (() => void) | undefined;
  onClose: () => void;
}

/** A template with every word of it. */
export function ViewTemplateDialog({ template, onEdit, onClose }: Props) {
  return (
    <ViewDialog title={template.name} label="Template text" onEdit={onEdit} onClose={onClose}>
      <Stack spacing={2.5}>
        {template.description && <Typography color="textSecondary" sx={words}>{template.description}</Typography>}
        {templateSections.map(({ field, label }) => (
          <div key={field}>
            <Typography variant="h3" gutterBottom>{label}</Typography>
            <Typography sx={words}>{template[field] ?? '—'}</Typography>
          </div>
        ))}
      </Stack>
    </ViewDialog>
  );
}

const words = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;
