import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import type { Breakpoint, Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';

import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';

interface Props {
  open: boolean;
  title: string;
  onClose: () => void;
  onSubmit: (event: SyntheticEvent) => unknown;
  submitLabel: string;
  submitting?: boolean;
  /** Nothing can be sent yet, though the dialog can be closed. */
  disabled?: boolean;
  /** It cannot be undone: its button says so in the colour of errors. */
  danger?: boolean;
  /** Why the last attempt failed; what was typed stays. */
  error?: string | undefined;
  /** Whether closing would lose something that was typed. */
  dirty?: boolean;
  /** For a dialog whose own words are about cancelling something. */
  cancelLabel?: string;
  maxWidth?: Breakpoint;
  children: ReactNode;
}

/** A form in a dialog: never lost by a stray tap, never sent twice, the whole screen on a phone. */
export function FormDialog({
  open,
  title,
  onClose,
  onSubmit,
  submitLabel,
  submitting = false,
  disabled = false,
  danger = false,
  error,
  dirty = false,
  cancelLabel = 'Cancel',
  maxWidth = 'sm',
  children,
}: Props) {
  const id = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [confirming, setConfirming] = useState(false);
  useUnsavedGuard(open && dirty);

  const close = () => {
    if (submitting) return;
    if (dirty) setConfirming(true);
    else onClose();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // A form inside a dialog is still inside its page's React tree: its submit must not reach a form out there.
    event.stopPropagation();
    if (!submitting) onSubmit(event);
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      aria-labelledby={id}
      maxWidth={maxWidth}
      fullWidth
      fullScreen={phone}
    >
      <DialogTitle id={id} variant="h2">
        {title}
      </DialogTitle>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'contents' }}>
        {/* Room for the label of the first field, which stands on its frame. */}
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2.5}>
            {error && <Alert severity="error">{error}</Alert>}
            {children}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
          <Button onClick={close} disabled={submitting}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            disabled={disabled}
            loading={submitting}
          >
            {submitLabel}
          </Button>
        </DialogActions>
      </Box>
      <ConfirmDialog
        open={confirming}
        question="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          onClose();
        }}
      />
    </Dialog>
  );
}
