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

import { useRemoveSecondFactorMutation, useRenewRecoveryCodesMutation, type Proof } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { useNotify } from '@/lib/notices';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ProveDialog } from '@/components/ProveDialog';
import { RecoveryCodes } from '@/features/second-factor/RecoveryCodes';
import { SetUp } from '@/features/second-factor/SetUp';

type Shown = { kind: 'state' } | { kind: 'set-up' } | { kind: 'codes'; codes: readonly string[] };

/** This folder is one's own two-step sign-in: set up, changed to another phone, turned off, and the codes for the day the phone is lost. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [shown, setShown] = useState<Shown>({ kind: 'state' });
  const isOn = session?.second_factor === 'on';
  const showCodes = (codes: readonly string[]) => setShown({ kind: 'codes', codes });
  // Codes that were not kept are lost: a tap beside the dialog is no answer.
  const close = shown.kind === 'codes' ? undefined : onClose;

  const content = () => {
    if (shown.kind === 'codes') return <RecoveryCodes codes={shown.codes} onKept={() => setShown({ kind: 'state' })} />;
    if (shown.kind === 'set-up' || !isOn) return <SetUp replaces={isOn} onConfirmed={showCodes} />;
    return <Standing left={session.recovery_codes_left} onNewPhone={() => setShown({ kind: 'set-up' })} onCodes={showCodes} />;
  };
  return (
    <Dialog open onClose={close} aria-labelledby="second-factor" maxWidth="xs" fullWidth fullScreen={phone}>
      <DialogTitle id="second-factor" variant="h2">Two-step sign-in</DialogTitle>
      <DialogContent>{content()}</DialogContent>
      {shown.kind !== 'codes' && <DialogActions sx={{ px: 3, pb: 3 }}><Button onClick={onClose}>Close</Button></DialogActions>}
    </Dialog>
  );
}

interface StandingProps {
  left: number;
  onNewPhone: () => void;
  onCodes: (codes: readonly string[]) => void;
}

/** It is on, and what may be done about it. */
function Standing({ left, onNewPhone, onCodes }: StandingProps) {
  const notify = useNotify();
  const [renew] = useRenewRecoveryCodesMutation();
  const [remove] = useRemoveSecondFactorMutation();
  const [asking, setAsking] = useState(false);
  /** What waits for the password or a code: neither is believed for longer than this one step. */
  const [step, setStep] = useState<(proof: Proof) => Promise<void>>();

  const newCodes = () => setStep(() => async (proof: Proof) => onCodes((await renew(proof).unwrap()).codes));
  const turnOff = () => {
    setAsking(false);
    setStep(() => async (proof: Proof) => {
      await remove(proof).unwrap();
      notify({ tone: 'success', text: 'Two-step sign-in is off.' });
    });
  };
  const put = () => setStep(undefined);

  return (
    <Stack spacing={2}>
      <Alert severity="success">Two-step sign-in is on.</Alert>
      <Typography>{left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}</Typography>
      <Button variant="outlined" onClick={newCodes}>New recovery codes</Button>
      <Button variant="outlined" onClick={onNewPhone}>Change to another phone</Button>
      <Button color="error" onClick={() => setAsking(true)}>Turn off</Button>
      <ConfirmDialog
        open={asking}
        question="Turn off two-step sign-in?"
        detail={<Typography>Your password alone will let you in, and your recovery codes will no longer work.</Typography>}
        confirmLabel="Turn off"
        onConfirm={turnOff}
        onClose={() => setAsking(false)}
      />
      {step && <ProveDialog step={step} onProved={put} onClose={put} />}
    </Stack>
  );
}
