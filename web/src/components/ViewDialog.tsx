import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, type ReactNode } from 'react';

import { Button } from '@/components/Button';

interface Props {
  title: string;
  /** Names what is read, to those who scroll it by keyboard. */
  label: string;
  /** Absent for those who may only read. */
  onEdit?: (() => void) | undefined;
  /** What else can be done with it. */
  actions?: ReactNode;
  /** Where parts of it arrive later: it has the height of a long text from the start, so that its buttons stay where they are. */
  keepsHeight?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Something whole, to be read; the whole screen on a phone. */
export function ViewDialog({
  title,
  label,
  onEdit,
  actions,
  keepsHeight = false,
  onClose,
  children,
}: Props) {
  const id = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={id}
      maxWidth="md"
      fullWidth
      fullScreen={phone}
      slotProps={{ paper: { sx: keepsHeight && !phone ? { height: '44rem' } : {} } }}
    >
      <DialogTitle id={id} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent tabIndex={0} role="group" aria-label={label}>
        {children}
      </DialogContent>
      <DialogActions disableSpacing sx={{ px: 3, pb: 3, flexWrap: 'wrap', gap: 2 }}>
        {actions}
        {onEdit && <Button onClick={onEdit}>Edit</Button>}
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
