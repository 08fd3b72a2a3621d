import { useRef } from 'react';

import { useDeleteTeamMemberMutation, type TeamMember } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';
import { useUpcomingAppointments } from '@/features/appointments';
import { fullName } from '@/features/team/members';
import { upcomingWords } from '@/features/team/upcomingWords';
import { useRestoreMember } from '@/features/team/useRestoreMember';

interface Props {
  member: TeamMember;
  /** In place of `onClose`, where somebody else must take the appointments ahead. */
  onDeleted: () => void;
  onClose: () => void;
  /** Undo invites somebody without a password again; where the deployment sends no mail, the link must be shown. */
  onInvited: (member: TeamMember, inviteUrl: string) => void;
}

/** Removes a member, after asking. */
export function DeleteMember({ member, onDeleted, onClose, onInvited }: Props) {
  const [remove] = useDeleteTeamMemberMutation();
  const restoreMember = useRestoreMember(onInvited);
  const deleted = useRef(false);
  const name = fullName(member);
  const upcoming = upcomingWords(
    name,
    useUpcomingAppointments().forProvider(member.id)?.appointments,
  );
  return (
    <ConfirmRequestDialog
      question="Are you sure you want to delete this team member?"
      detail={`${name} can then no longer sign in. What ${name} has signed keeps the name.${upcoming && ` ${upcoming}`}`}
      confirmLabel="Delete"
      request={async () => {
        await remove({ id: member.id, 'If-Match': String(member.version) }).unwrap();
        deleted.current = true;
      }}
      success={`${name} was deleted`}
      // The deletion counted as a change. An inactive one would come back active.
      undo={
        member.status === 'active'
          ? () => restoreMember({ ...member, version: (member.version ?? 0) + 1 })
          : undefined
      }
      failurePrefix="Not deleted."
      failureNotice="Error deleting team member. Please try again."
      // Whoever had appointments ahead leaves a list of them.
      onClose={() => (deleted.current && upcoming ? onDeleted() : onClose())}
    />
  );
}
