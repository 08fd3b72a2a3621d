import { useRemoveTeamSecondFactorMutation, type TeamMember } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { fullName } from '@/features/team/members';

/** Turns off a colleague's second factor, after asking: for somebody who has lost the phone. */
export function TurnOffSecondFactor({
  member,
  onClose,
}: {
  member: TeamMember;
  onClose: () => void;
}) {
  const [remove] = useRemoveTeamSecondFactorMutation();
  const name = fullName(member);
  return (
    <ConfirmRequestDialog
      question={`Turn off two-step sign-in for ${name}?`}
      detail={`Do this when the phone is lost, and be sure that it is ${name} who asks. The password alone lets them in until they set it up again; they are signed out everywhere and told by mail.${member.role === 'Medical Director' ? ` ${name} has to be confirmed as Medical Director again.` : ''}`}
      confirmLabel="Turn off"
      request={() => remove(member.id).unwrap()}
      success={`Two-step sign-in is off for ${name}`}
      failurePrefix="Not turned off."
      onClose={onClose}
    />
  );
}
