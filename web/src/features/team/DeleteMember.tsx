import { useDeleteTeamMemberMutation, type TeamMember } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { fullName } from '@/features/team/members';

/** Removes a member, after asking. */
export function DeleteMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [remove] = useDeleteTeamMemberMutation();
  const name = fullName(member);
  return (
    <ConfirmRequestDialog
      question="Are you sure you want to delete this team member?"
      detail={`${name} can then no longer sign in. What ${name} has signed keeps the name.`}
      confirmLabel="Delete"
      request={() => remove({ id: member.id, 'If-Match': String(member.version) }).unwrap()}
      success={`${name} was deleted`}
      failurePrefix="Not deleted."
      failureNotice="Error deleting team member. Please try again."
      onClose={onClose}
    />
  );
}
