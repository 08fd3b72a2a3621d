import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';

import { Button } from '@/components/Button';

interface Props {
  open: boolean;
  question: string;
  /** The consequence of confirming, where the question alone does not say it. */
  detail?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
  busy?: boolean;
  cancelLabel?: string;
}

/** Confirms something that cannot be undone. The caller does it; ConfirmRequestDialog sends a request by itself. */
export function ConfirmDialog({
  open,
  question,
  detail,
  confirmLabel,
  onConfirm,
  onClose,
  busy = false,
  cancelLabel = 'Cancel',
}: Props) {
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={busy ? undefined : onClose}
      role="alertdialog"
      aria-labelledby={id}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={id} variant="h3" component="h2" sx={{ pt: 3 }}>
        {question}
      </DialogTitle>
      {detail && <DialogContent>{detail}</DialogContent>}
      <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
        <Button onClick={onClose} disabled={busy} autoFocus>
          {cancelLabel}
        </Button>
        <Button variant="contained" color="error" onClick={onConfirm} loading={busy}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
