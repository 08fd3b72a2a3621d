import type { TeamMember } from '@/api/generated';
import { FieldChangesDialog } from '@/components/FieldChangesDialog';
import { memberLabels } from '@/features/team/memberForm';
import { fullName } from '@/features/team/members';

/** Who changed what is known of a member. */
export function MemberChanges({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  return (
    <FieldChangesDialog
      record="member"
      id={member.id}
      name={fullName(member)}
      labels={memberLabels}
      onClose={onClose}
    />
  );
}
