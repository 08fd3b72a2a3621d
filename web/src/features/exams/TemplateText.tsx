import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { ExamTemplate } from '@/api/generated';
import { templateSections } from '@/features/exams/templateSections';

/** Every word of a template but its name. */
export function TemplateText({ template }: { template: ExamTemplate }) {
  return (
    <Stack spacing={2.5}>
      {template.description && (
        <Typography color="textSecondary" sx={words}>
          {template.description}
        </Typography>
      )}
      {templateSections.map(({ field, label }) => (
        <div key={field}>
          <Typography variant="h3" gutterBottom>
            {label}
          </Typography>
          <Typography sx={words}>{template[field] ?? '—'}</Typography>
        </div>
      ))}
    </Stack>
  );
}

const words = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;
