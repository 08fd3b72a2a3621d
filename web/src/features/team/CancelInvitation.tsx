import { useRef } from 'react';

import { useCancelInvitationMutation, type TeamMember } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { fullName } from '@/features/team/members';
import { useRestoreMember } from '@/features/team/useRestoreMember';

interface Props {
  member: TeamMember;
  onClose: () => void;
  /** Undo sends a new invitation; where the deployment sends no mail, its link must be shown. */
  onInvited: (member: TeamMember, inviteUrl: string) => void;
}

/** Cancels an invitation that was not accepted, after asking. */
export function CancelInvitation({ member, onClose, onInvited }: Props) {
  const [cancel] = useCancelInvitationMutation();
  const restoreMember = useRestoreMember(onInvited);
  const cancelled = useRef(member);
  const name = fullName(member);
  return (
    <ConfirmRequestDialog
      question={`Cancel the invitation for ${name}?`}
      detail={`The link that was sent to ${member.email} stops working at once. ${name} stays on the list as inactive and can be invited again.`}
      confirmLabel="Cancel invitation"
      request={async () => {
        cancelled.current = await cancel({
          id: member.id,
          'If-Match': String(member.version),
        }).unwrap();
      }}
      success={`The invitation for ${name} was cancelled`}
      undo={() => restoreMember(cancelled.current)}
      failurePrefix="Not cancelled."
      onClose={onClose}
    />
  );
}
