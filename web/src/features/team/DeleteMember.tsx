import { useDeleteTeamMemberMutation, type TeamMember } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { fullName } from '@/features/team/members';
import { useBringBack } from '@/features/team/useBringBack';

interface Props {
  member: TeamMember;
  onClose: () => void;
  /** Undo invites somebody without a password again; where the deployment sends no mail, the link must be shown. */
  onInvited: (member: TeamMember, inviteUrl: string) => void;
}

/** Removes a member, after asking. */
export function DeleteMember({ member, onClose, onInvited }: Props) {
  const [remove] = useDeleteTeamMemberMutation();
  const bringBack = useBringBack(onInvited);
  const name = fullName(member);
  return (
    <ConfirmRequestDialog
      question="Are you sure you want to delete this team member?"
      detail={`${name} can then no longer sign in. What ${name} has signed keeps the name.`}
      confirmLabel="Delete"
      request={() => remove(member.id).unwrap()}
      success={`${name} was deleted`}
      // An inactive one would come back active.
      undo={member.status === 'active' ? () => bringBack(member) : undefined}
      failurePrefix="Not deleted."
      failureNotice="Error deleting team member. Please try again."
      onClose={onClose}
    />
  );
}
