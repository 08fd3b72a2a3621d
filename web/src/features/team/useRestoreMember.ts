import { useReactivateTeamMemberMutation, type TeamMember } from '@/api/generated';
import { useReauthentication } from '@/components/useReauthentication';

/**
 * Takes back that a member was deleted or an invitation cancelled: the member is active again. One without a password gets a new
 * invitation, whose link is shown where the deployment sends no mail.
 */
export function useRestoreMember(onInvited: (member: TeamMember, inviteUrl: string) => void) {
  const [reactivate] = useReactivateTeamMemberMutation();
  const withReauthentication = useReauthentication();
  return async ({ id, version }: Pick<TeamMember, 'id' | 'version'>) => {
    const { member, invite_url } = await withReauthentication(() =>
      reactivate({ id, 'If-Match': String(version) }).unwrap(),
    );
    if (invite_url) onInvited(member, invite_url);
  };
}
