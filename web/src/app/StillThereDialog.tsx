import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';

import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';

interface Props {
  secondsLeft: number;
  onStay: () => void;
}

/** The question of the last minute. */
export function StillThereDialog({ secondsLeft, onStay }: Props) {
  const id = useId();
  return (
    <Dialog open role="alertdialog" aria-labelledby={id} aria-describedby={`${id}-text`} maxWidth="xs" fullWidth onClose={onStay}>
      <DialogTitle id={id} variant="h2">Still there?</DialogTitle>
      <DialogContent>
        <span id={`${id}-text`}>To keep records private, you will be signed out soon.</span>
        {/* Counted for the eye only: a voice that reads out every second helps nobody. */}
        <span aria-hidden>{` ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'} left.`}</span>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
        <ButtonLink to="/sign-out">Sign out</ButtonLink>
        <Button variant="contained" onClick={onStay} autoFocus>Stay signed in</Button>
      </DialogActions>
    </Dialog>
  );
}
