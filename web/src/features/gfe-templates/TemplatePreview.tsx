import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ExamTemplate } from '@/api/generated';
import { sections } from '@/features/gfe-templates/sections';
import { truncate } from '@/features/gfe-templates/sectionText';

const previewed = 40;

/** What a template is for, and how each of its sections begins. */
export function TemplatePreview({ template }: { template: ExamTemplate }) {
  return (
    <>
      {template.description && <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>{template.description}</Typography>}
      <Box component="dl" sx={{ flex: 1, m: 0, display: 'grid', alignContent: 'start', gridTemplateColumns: '1fr', gap: 1 }}>
        {sections.map(({ field, label }) => (
          <div key={field}>
            <Typography component="dt" variant="body2" color="textSecondary">{label}</Typography>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>{truncate(template[field], previewed)}</Box>
          </div>
        ))}
      </Box>
    </>
  );
}
