import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { paths } from '@/lib/paths';

interface Props {
  secondsLeft: number;
  onStay: () => void;
}

/** Shown in the last minute before the session ends for want of activity. */
export function IdleWarningDialog({ secondsLeft, onStay }: Props) {
  const id = useId();
  return (
    <Dialog
      open
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      maxWidth="xs"
      fullWidth
      onClose={onStay}
    >
      <DialogTitle id={id} variant="h2">
        Still there?
      </DialogTitle>
      <DialogContent>
        <span id={`${id}-text`}>To keep records private, you will be signed out soon.</span>
        {/* Hidden from screen readers, which would read out every second. */}
        <span
          aria-hidden
        >{` ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'} left.`}</span>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
        <ButtonLink to={paths.signOut}>Sign out</ButtonLink>
        <Button variant="contained" onClick={onStay} autoFocus>
          Stay signed in
        </Button>
      </DialogActions>
    </Dialog>
  );
}
