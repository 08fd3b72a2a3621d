import { useConfirmTeamMemberMutation, type TeamMember } from '@/api/generated';
import { ActDialog } from '@/components/ActDialog';
import { fullName } from '@/features/team/members';

/** Puts a Medical Director's role in force, after asking whether the account is theirs. */
export function ConfirmDirector({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [confirm] = useConfirmTeamMemberMutation();
  const name = fullName(member);
  const license = member.license_number ? `, license ${member.license_number}` : '';
  return (
    <ActDialog
      question={`Is this account ${name}’s own?`}
      detail={`Ask ${name} in person or by telephone whether they sign in with ${member.email}${license}. With your confirmation the role Medical Director is in force, and what this account approves counts as ${name}’s word.`}
      confirmLabel="Confirm"
      act={() => confirm({ id: member.id, 'If-Match': String(member.version) }).unwrap()}
      done={`${name} is confirmed as Medical Director`}
      refused="Not confirmed."
      onClose={onClose}
    />
  );
}
