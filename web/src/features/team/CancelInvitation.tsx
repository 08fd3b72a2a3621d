import { useCancelInvitationMutation, type TeamMember } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { fullName } from '@/features/team/members';

/** Cancels an invitation that was not accepted, after asking. */
export function CancelInvitation({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [cancel] = useCancelInvitationMutation();
  const name = fullName(member);
  return (
    <ConfirmRequestDialog
      question={`Cancel the invitation for ${name}?`}
      detail={`The link that was sent to ${member.email} stops working at once. ${name} stays on the list as inactive and can be invited again.`}
      confirmLabel="Cancel invitation"
      request={() => cancel({ id: member.id, 'If-Match': String(member.version) }).unwrap()}
      success={`The invitation for ${name} was cancelled`}
      failurePrefix="Not cancelled."
      onClose={onClose}
    />
  );
}
