import { useRemoveTeamSecondFactorMutation, type TeamMember } from '@/api/generated';
import { ActDialog } from '@/components/ActDialog';
import { fullName } from '@/features/team/members';

/** Helps a colleague who has lost the phone, after asking. */
export function TurnOffSecondFactor({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [remove] = useRemoveTeamSecondFactorMutation();
  const name = fullName(member);
  return (
    <ActDialog
      question={`Turn off two-step sign-in for ${name}?`}
      detail={`Do this when the phone is lost, and be sure that it is ${name} who asks. The password alone lets them in until they set it up again; they are signed out everywhere and told by mail.${member.role === 'Medical Director' ? ` ${name} has to be confirmed as Medical Director again.` : ''}`}
      confirmLabel="Turn off"
      act={() => remove(member.id).unwrap()}
      done={`Two-step sign-in is off for ${name}`}
      refused="Not turned off."
      onClose={onClose}
    />
  );
}
