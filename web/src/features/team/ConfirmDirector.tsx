import { useConfirmTeamMemberMutation, type TeamMember } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { fullName } from '@/features/team/members';

/** Confirms a Medical Director's account, after asking. */
export function ConfirmDirector({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [confirm] = useConfirmTeamMemberMutation();
  const name = fullName(member);
  const license = member.license_number ? `, license ${member.license_number}` : '';
  return (
    <ConfirmRequestDialog
      question={`Is this account ${name}’s own?`}
      detail={`Ask ${name} in person or by telephone whether they sign in with ${member.email}${license}. With your confirmation the role Medical Director is in force, and what this account approves counts as ${name}’s word.`}
      confirmLabel="Confirm"
      request={() => confirm({ id: member.id, 'If-Match': String(member.version) }).unwrap()}
      success={`${name} is confirmed as Medical Director`}
      failurePrefix="Not confirmed."
      onClose={onClose}
    />
  );
}
