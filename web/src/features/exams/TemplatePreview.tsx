import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import type { ExamTemplate } from '@/api/generated';
import { truncate } from '@/features/exams/sectionText';
import { templateSections } from '@/features/exams/templateSections';

const previewed = 40;

/** What a template is for, and how each of its sections begins. */
export function TemplatePreview({ template }: { template: ExamTemplate }) {
  return (
    <>
      {template.description && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {template.description}
        </Typography>
      )}
      <Box
        component="dl"
        sx={{
          flex: 1,
          m: 0,
          display: 'grid',
          alignContent: 'start',
          gridTemplateColumns: '1fr',
          gap: 1,
        }}
      >
        {templateSections.map(({ field, label }) => (
          <div key={field}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {truncate(template[field], previewed)}
            </Box>
          </div>
        ))}
      </Box>
    </>
  );
}
