import { useDeleteTeamMemberMutation, type TeamMember } from '@/api/generated';
import { ActDialog } from '@/components/ActDialog';
import { fullName } from '@/features/team/members';

/** Takes somebody off the team, after asking. */
export function DeleteMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [remove] = useDeleteTeamMemberMutation();
  const name = fullName(member);
  return (
    <ActDialog
      question="Are you sure you want to delete this team member?"
      detail={`${name} can then no longer sign in. What ${name} has signed keeps the name.`}
      confirmLabel="Delete"
      act={() => remove(member.id).unwrap()}
      done={`${name} was deleted`}
      refused="Not deleted."
      failed="Error deleting team member. Please try again."
      onClose={onClose}
    />
  );
}
