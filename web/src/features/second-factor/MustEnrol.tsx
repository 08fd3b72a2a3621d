import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDispatch } from 'react-redux';

import { addTagTypes, generatedApi } from '@/api/generated';
import { ButtonLink } from '@/components/ButtonLink';
import { AuthFrame } from '@/features/auth/AuthFrame';
import { RecoveryCodes } from '@/features/second-factor/RecoveryCodes';
import { SetUp } from '@/features/second-factor/SetUp';

const title = 'Set up two-step sign-in';
const intro = 'Your clinic asks everybody to sign in with a code as well as a password.';

interface Props {
  /** A page is open beneath, with what was typed in it. */
  over: boolean;
  onDone: () => void;
}

/** Stands in front of everything until the second factor that the clinic asks for is set up. */
export function MustEnrol({ over, onDone }: Props) {
  const [codes, setCodes] = useState<readonly string[]>();
  const dispatch = useDispatch();
  const kept = () => {
    // What the page beneath asked for in between was refused; ask again.
    dispatch(generatedApi.util.invalidateTags(addTagTypes.filter((tag) => tag !== 'auth')));
    onDone();
  };

  const steps = codes ? <RecoveryCodes codes={codes} onKept={kept} /> : <SetUp onConfirmed={setCodes} />;
  const leave = !codes && <ButtonLink to="/sign-out">Sign out</ButtonLink>;
  if (!over) return <AuthFrame title={title} intro={intro} foot={leave}>{steps}</AuthFrame>;
  return (
    <Dialog open aria-labelledby="must-enrol" maxWidth="xs" fullWidth slotProps={{ backdrop: { sx: { bgcolor: 'background.default' } } }}>
      <DialogTitle id="must-enrol" variant="h2">{title}</DialogTitle>
      <DialogContent>
        <Stack spacing={2.5}>
          <Typography color="textSecondary">{intro}</Typography>
          {steps}
          {leave}
        </Stack>
      </DialogContent>
    </Dialog>
  );
}
