import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

import type { ConsentTemplate } from '@/api/generated';
import { ConsentText } from '@/components/ConsentText';

interface Props {
  template: ConsentTemplate;
  /** Absent for those who may only read. */
  onEdit?: (() => void) | undefined;
  onClose: () => void;
}

/** A template as the patient will see it. */
export function ViewTemplateDialog({ template, onEdit, onClose }: Props) {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} aria-labelledby="view-template" maxWidth="md" fullWidth fullScreen={phone}>
      <DialogTitle id="view-template" variant="h2">{template.name}</DialogTitle>
      <DialogContent tabIndex={0} role="group" aria-label="Template text">
        <ConsentText label="Consent text" html={template.body} />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
        {onEdit && <Button onClick={onEdit}>Edit</Button>}
        <Button variant="contained" onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
