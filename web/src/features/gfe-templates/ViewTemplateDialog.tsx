import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';

import type { ExamTemplate } from '@/api/generated';
import { sections } from '@/features/gfe-templates/sections';

interface Props {
  template: ExamTemplate;
  /** Absent for those who may only read. */
  onEdit?: (() => void) | undefined;
  onClose: () => void;
}

/** A template with every word of it. */
export function ViewTemplateDialog({ template, onEdit, onClose }: Props) {
  const id = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth fullScreen={phone}>
      <DialogTitle id={id} variant="h2">{template.name}</DialogTitle>
      <DialogContent tabIndex={0} role="group" aria-label="Template text">
        <Stack spacing={2.5}>
          {template.description && <Typography color="textSecondary" sx={words}>{template.description}</Typography>}
          {sections.map(({ field, label }) => (
            <div key={field}>
              <Typography variant="h3" gutterBottom>{label}</Typography>
              <Typography sx={words}>{template[field] ?? '—'}</Typography>
            </div>
          ))}
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
        {onEdit && <Button onClick={onEdit}>Edit</Button>}
        <Button variant="contained" onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

const words = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;
