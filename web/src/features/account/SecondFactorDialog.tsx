import Alert from '@mui/material/Alert';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';

import {
  useRemoveSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  type Proof,
} from '@/api/generated';
import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ReauthenticationDialog } from '@/components/ReauthenticationDialog';
import { RecoveryCodes } from '@/features/account/RecoveryCodes';
import { SecondFactorSetup } from '@/features/account/SecondFactorSetup';
import { useNotify } from '@/lib/notices';

type View = { kind: 'state' } | { kind: 'set-up' } | { kind: 'codes'; codes: readonly string[] };

/** Sets up, changes and turns off one's own two-step sign-in, and renews the recovery codes. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [shown, setShown] = useState<View>({ kind: 'state' });
  const isOn = session?.second_factor === 'on';
  const showCodes = (codes: readonly string[]) => setShown({ kind: 'codes', codes });
  // A tap beside the dialog does not close it: codes that were not kept are lost.
  const close = shown.kind === 'codes' ? undefined : onClose;

  const content = () => {
    if (shown.kind === 'codes')
      return <RecoveryCodes codes={shown.codes} onKept={() => setShown({ kind: 'state' })} />;
    if (shown.kind === 'set-up' || !isOn)
      return <SecondFactorSetup replaces={isOn} onConfirmed={showCodes} />;
    return (
      <EnabledActions
        left={session.recovery_codes_left}
        onNewPhone={() => setShown({ kind: 'set-up' })}
        onCodes={showCodes}
      />
    );
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby="second-factor"
      maxWidth="xs"
      fullWidth
      fullScreen={phone}
    >
      <DialogTitle id="second-factor" variant="h2">
        Two-step sign-in
      </DialogTitle>
      <DialogContent>{content()}</DialogContent>
      {shown.kind !== 'codes' && (
        <DialogActions sx={{ px: 3, pb: 3 }}>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

interface EnabledActionsProps {
  left: number;
  onNewPhone: () => void;
  onCodes: (codes: readonly string[]) => void;
}

/** The second factor is on: its actions. */
function EnabledActions({ left, onNewPhone, onCodes }: EnabledActionsProps) {
  const notify = useNotify();
  const [renew] = useRenewRecoveryCodesMutation();
  const [remove] = useRemoveSecondFactorMutation();
  const [confirming, setConfirming] = useState(false);
  /** The action that waits for the password or a code, which holds for this action alone. */
  const [step, setStep] = useState<(proof: Proof) => Promise<void>>();

  const newCodes = () =>
    setStep(() => async (proof: Proof) => onCodes((await renew(proof).unwrap()).codes));
  const turnOff = () => {
    setConfirming(false);
    setStep(() => async (proof: Proof) => {
      await remove(proof).unwrap();
      notify({ tone: 'success', text: 'Two-step sign-in is off.' });
    });
  };
  const put = () => setStep(undefined);

  return (
    <Stack spacing={2}>
      <Alert severity="success">Two-step sign-in is on.</Alert>
      <Typography>
        {left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}
      </Typography>
      <Button variant="outlined" onClick={newCodes}>
        New recovery codes
      </Button>
      <Button variant="outlined" onClick={onNewPhone}>
        Change to another phone
      </Button>
      <Button color="error" onClick={() => setConfirming(true)}>
        Turn off
      </Button>
      <ConfirmDialog
        open={confirming}
        question="Turn off two-step sign-in?"
        detail={
          <Typography>
            Your password alone will let you in, and your recovery codes will no longer work.
          </Typography>
        }
        confirmLabel="Turn off"
        onConfirm={turnOff}
        onClose={() => setConfirming(false)}
      />
      {step && <ReauthenticationDialog step={step} onConfirmed={put} onClose={put} />}
    </Stack>
  );
}
