import { useRevokeMembersCalendarFeedMutation, type MembersCalendarFeed } from '@/api/generated';
import { ConfirmRequestDialog } from '@/components/ConfirmRequestDialog';

/** Revokes a member's calendar link, after asking. */
export function RevokeFeed({
  feed: { member_id, name },
  onClose,
}: {
  feed: MembersCalendarFeed;
  onClose: () => void;
}) {
  const [revoke] = useRevokeMembersCalendarFeedMutation();
  return (
    <ConfirmRequestDialog
      question={`Revoke the calendar link of ${name}?`}
      detail="Calendar programs can no longer read visits with this link. The member can make another one."
      confirmLabel="Revoke"
      request={() => revoke(member_id).unwrap()}
      success={`The calendar link of ${name} was revoked`}
      failurePrefix="Not revoked."
      onClose={onClose}
    />
  );
}
