import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

import { Button } from '@/components/Button';

interface Props {
  /** Absent where the code was loaded and broke. */
  onRetry?: () => void;
  /** It failed more than once. */
  again?: boolean;
  onClose: () => void;
}

/** Shown in place of a dialog whose code could not be loaded. The page below is as it was. */
export function DialogLoadError({ onRetry, again = false, onClose }: Props) {
  const id = useId();
  return (
    <Dialog
      open
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
      fullWidth
      onClose={onClose}
    >
      <DialogTitle id={id} variant="h2">
        This could not be opened
      </DialogTitle>
      <DialogContent id={`${id}-text`}>
        {again ? stillMissing : `${onRetry ? missing : broken} ${afterUpdate}`}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3, gap: 1, flexWrap: 'wrap' }}>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
        {onRetry && (
          <Button variant="contained" onClick={onRetry}>
            Try again
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const missing =
  'Please check the connection and try again. What you entered on the page is still there.';
const stillMissing =
  'It still cannot be opened. Close this and save what you entered on the page, which is still there. Then reload the page.';
const broken = 'Something went wrong in this part. What you entered on the page is still there.';
const afterUpdate = 'If Celadon was updated meanwhile, save what you entered, then reload.';
