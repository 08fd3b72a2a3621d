import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useDispatch } from 'react-redux';

import { baseApi } from '@/api/baseApi';
import { tagTypes } from '@/api/generated';
import { ButtonLink } from '@/components/ButtonLink';
import { AuthLayout } from '@/features/account/AuthLayout';
import { RecoveryCodes } from '@/features/account/RecoveryCodes';
import { SecondFactorSetup } from '@/features/account/SecondFactorSetup';
import { paths } from '@/lib/paths';

const title = 'Set up two-step sign-in';
const intro = 'Your clinic asks everybody to sign in with a code as well as a password.';

interface Props {
  /** Whether a page is open below, perhaps with unsaved work. */
  over: boolean;
  onDone: () => void;
}

/** Blocks the app until the second factor that the clinic requires is set up. */
export function RequiredEnrolment({ over, onDone }: Props) {
  const [codes, setCodes] = useState<readonly string[]>();
  const dispatch = useDispatch();
  const kept = () => {
    // Requests of the page below were refused in between; refetch.
    dispatch(baseApi.util.invalidateTags(tagTypes.filter((tag) => tag !== 'auth')));
    onDone();
  };

  const steps = codes ? (
    <RecoveryCodes codes={codes} onKept={kept} />
  ) : (
    <SecondFactorSetup onConfirmed={setCodes} />
  );
  const leave = !codes && <ButtonLink to={paths.signOut}>Sign out</ButtonLink>;
  if (!over)
    return (
      <AuthLayout title={title} intro={intro} foot={leave}>
        {steps}
      </AuthLayout>
    );
  return (
    <Dialog
      open
      aria-labelledby="must-enrol"
      maxWidth="xs"
      fullWidth
      slotProps={{ backdrop: { sx: { bgcolor: 'background.default' } } }}
    >
      <DialogTitle id="must-enrol" variant="h2">
        {title}
      </DialogTitle>
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
