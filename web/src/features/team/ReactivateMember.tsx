import { useRef } from 'react';

import { useReactivateTeamMemberMutation, type FormerMember, type TeamMember } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { fullName } from '@/features/team/members';

interface Props {
  member: TeamMember | FormerMember;
  onClose: () => void;
  /** Called instead of `onClose` where the deployment sends no mail: the invitation's link must be shown. */
  onInvited: (member: TeamMember, inviteUrl: string) => void;
}

/** Makes an inactive or former member active again, after asking. */
export function ReactivateMember({ member, onClose, onInvited }: Props) {
  const [reactivate] = useReactivateTeamMemberMutation();
  const invited = useRef<() => void>(null);
  const name = fullName(member);
  const confirmed = member.role === 'Medical Director' ? ` ${name} has to be confirmed as Medical Director again.` : '';

  const request = async () => {
    const { member: active, invite_url } = await reactivate({ id: member.id, 'If-Match': String(member.version) }).unwrap();
    if (invite_url) invited.current = () => onInvited(active, invite_url);
  };
  return (
    <ConfirmRequestDialog
      question={`Make ${name} active again?`}
      detail={`${name} can sign in again with the password from before, or gets an invitation to choose one, and takes a seat of your plan.${confirmed}`}
      confirmLabel="Make active"
      request={request}
      success={`${name} is active again`}
      failurePrefix="Not changed."
      onClose={() => (invited.current ?? onClose)()}
    />
  );
}
