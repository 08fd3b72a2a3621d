import { useRef } from 'react';

import {
  useDeleteTeamMemberMutation,
  useReactivateTeamMemberMutation,
  useUpdateTeamMemberMutation,
  type FormerMember,
  type TeamMember,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { useReauthentication } from '@/components/useReauthentication';
import { toPrevious } from '@/features/team/memberForm';
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
  const undo = useUndo(member);
  const now = useRef<TeamMember>(null);
  const invited = useRef<() => void>(null);
  const name = fullName(member);
  const confirmed =
    member.role === 'Medical Director'
      ? ` ${name} has to be confirmed as Medical Director again.`
      : '';

  const request = async () => {
    const { member: active, invite_url } = await reactivate({
      id: member.id,
      'If-Match': String(member.version),
    }).unwrap();
    now.current = active;
    if (invite_url) invited.current = () => onInvited(active, invite_url);
  };
  return (
    <ConfirmRequestDialog
      question={`Make ${name} active again?`}
      detail={`${name} can sign in again with the password from before, or gets an invitation to choose one, and takes a seat of your plan.${confirmed}`}
      confirmLabel="Make active"
      request={request}
      success={`${name} is active again`}
      undo={undo && (() => now.current && undo(now.current))}
      failurePrefix="Not changed."
      onClose={() => (invited.current ?? onClose)()}
    />
  );
}

/** What makes a member again what they were: inactive, or deleted where that is allowed. */
function useUndo(
  before: TeamMember | FormerMember,
): ((now: TeamMember) => Promise<unknown>) | undefined {
  const [update] = useUpdateTeamMemberMutation();
  const [remove] = useDeleteTeamMemberMutation();
  const { may } = usePermissions();
  const withReauthentication = useReauthentication();
  if ('removed_at' in before)
    return may('team.delete')
      ? ({ id, version }) =>
          withReauthentication(() => remove({ id, 'If-Match': String(version) }).unwrap())
      : undefined;
  return (now) =>
    withReauthentication(() =>
      update({
        id: now.id,
        'If-Match': String(now.version),
        newTeamMember: toPrevious(before, now),
      }).unwrap(),
    );
}
