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

import { asFailure } from '@/api/failure';
import { useRemoveSecondFactorMutation, useRenewRecoveryCodesMutation } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { useNotify } from '@/app/notices';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { proofCancelled, useProved } from '@/components/useProved';
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
    if (shown.kind === 'set-up' || !isOn) return <SetUp onConfirmed={showCodes} />;
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
  const withProof = useProved();
  const [renew, { isLoading: renewing }] = useRenewRecoveryCodesMutation();
  const [remove, { isLoading: removing }] = useRemoveSecondFactorMutation();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const attempt = async (action: () => Promise<void>) => {
    setRefusal(undefined);
    try {
      await action();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code !== proofCancelled.code) setRefusal(failure.message);
    }
  };
  const newCodes = () => attempt(async () => onCodes((await withProof(() => renew().unwrap())).codes));
  const turnOff = () => {
    setAsking(false);
    void attempt(async () => {
      await withProof(() => remove().unwrap());
      notify({ tone: 'success', text: 'Two-step sign-in is off.' });
    });
  };

  return (
    <Stack spacing={2}>
      {refusal && <Alert severity="error">{refusal}</Alert>}
      <Alert severity="success">Two-step sign-in is on.</Alert>
      <Typography>{left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`}</Typography>
      <Button variant="outlined" onClick={newCodes} loading={renewing}>New recovery codes</Button>
      <Button variant="outlined" onClick={onNewPhone}>Change to another phone</Button>
      <Button color="error" onClick={() => setAsking(true)} loading={removing}>Turn off</Button>
      <ConfirmDialog
        open={asking}
        question="Turn off two-step sign-in?"
        detail={<Typography>Your password alone will let you in, and your recovery codes will no longer work.</Typography>}
        confirmLabel="Turn off"
        onConfirm={turnOff}
        onClose={() => setAsking(false)}
      />
    </Stack>
  );
}
