import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useDeleteTeamMemberMutation, type TeamMember } from '@/api/generated';
import { useNotify } from '@/app/notices';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { proofCancelled, useProved } from '@/components/useProved';
import { fullName } from '@/features/team/members';

interface Props {
  member: TeamMember;
  onClose: () => void;
}

/** Takes somebody off the team, after asking. A refusal stays on the screen with its reason. */
export function DeleteMember({ member, onClose }: Props) {
  const notify = useNotify();
  const withProof = useProved();
  const [remove, { isLoading }] = useDeleteTeamMemberMutation();
  const [refusal, setRefusal] = useState('');
  const name = fullName(member);

  const confirm = async () => {
    setRefusal('');
    try {
      await withProof(() => remove(member.id).unwrap());
      notify({ tone: 'success', text: `${name} was deleted` });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      setRefusal(failure.message);
      if (failure.code !== proofCancelled.code) notify({ tone: 'error', text: 'Error deleting team member. Please try again.' });
    }
  };

  return (
    <ConfirmDialog
      open
      question="Are you sure you want to delete this team member?"
      detail={
        <>
          <Typography>{`${name} can then no longer sign in. What ${name} has signed keeps the name.`}</Typography>
          {refusal && <Alert severity="error" sx={{ mt: 2 }}>{`Not deleted. ${refusal}`}</Alert>}
        </>
      }
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={onClose}
      busy={isLoading}
    />
  );
}
