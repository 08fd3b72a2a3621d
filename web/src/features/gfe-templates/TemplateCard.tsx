import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { ExamTemplate } from '@/api/generated';
import { sections } from '@/features/gfe-templates/sections';
import { cut } from '@/features/gfe-templates/sectionText';

interface Props {
  template: ExamTemplate;
  onView: () => void;
  /** Absent where the role may not. */
  onEdit?: (() => void) | undefined;
  onDuplicate?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

const previewed = 40;

/** One template in the list: its name, how each section begins, and what can be done with it. */
export function TemplateCard({ template, onView, onEdit, onDuplicate, onDelete }: Props) {
  const { name, description } = template;
  return (
    <Paper component="li" variant="outlined" sx={{ p: 3, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
      {description && <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>{description}</Typography>}
      <Box component="dl" sx={{ flex: 1, m: 0, display: 'grid', alignContent: 'start', gridTemplateColumns: '1fr', gap: 1 }}>
        {sections.map(({ field, label }) => (
          <div key={field}>
            <Typography component="dt" variant="body2" color="textSecondary">{label}</Typography>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>{cut(template[field], previewed)}</Box>
          </div>
        ))}
      </Box>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', ml: -1 }}>
        <Button onClick={onView} aria-label={`View ${name}`} sx={tool}>View</Button>
        {onEdit && <Button onClick={onEdit} aria-label={`Edit ${name}`} sx={tool}>Edit</Button>}
        {onDuplicate && <Button onClick={onDuplicate} aria-label={`Duplicate ${name}`} sx={tool}>Duplicate</Button>}
        {onDelete && <Button color="error" onClick={onDelete} aria-label={`Delete ${name}`} sx={tool}>Delete</Button>}
      </Stack>
    </Paper>
  );
}

/** Its word begins where the words above begin. */
const tool = { minWidth: 0, px: 1 } as const;
