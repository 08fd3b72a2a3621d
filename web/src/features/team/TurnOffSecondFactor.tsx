import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useRemoveTeamSecondFactorMutation, type TeamMember } from '@/api/generated';
import { useNotify } from '@/app/notices';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { proofCancelled, useProved } from '@/components/useProved';
import { fullName } from '@/features/team/members';

interface Props {
  member: TeamMember;
  onClose: () => void;
}

/** Helps a colleague who has lost the phone, after asking. A refusal stays on the screen with its reason. */
export function TurnOffSecondFactor({ member, onClose }: Props) {
  const notify = useNotify();
  const withProof = useProved();
  const [remove, { isLoading }] = useRemoveTeamSecondFactorMutation();
  const [refusal, setRefusal] = useState('');
  const name = fullName(member);

  const confirm = async () => {
    setRefusal('');
    try {
      await withProof(() => remove(member.id).unwrap());
      notify({ tone: 'success', text: `Two-step sign-in is off for ${name}` });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code !== proofCancelled.code) setRefusal(failure.message);
    }
  };

  return (
    <ConfirmDialog
      open
      question={`Turn off two-step sign-in for ${name}?`}
      detail={
        <>
          <Typography>{`Do this when the phone is lost, and be sure that it is ${name} who asks. The password alone lets them in until they set it up again; they are signed out everywhere and told by mail.`}</Typography>
          {refusal && <Alert severity="error" sx={{ mt: 2 }}>{refusal}</Alert>}
        </>
      }
      confirmLabel="Turn off"
      onConfirm={confirm}
      onClose={onClose}
      busy={isLoading}
    />
  );
}
