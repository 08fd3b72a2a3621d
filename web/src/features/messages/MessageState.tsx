import Typography from '@mui/material/Typography';

import type { MessageStatus } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';
import { statusTones } from '@/features/messages/kinds';
import { sentence } from '@/lib/sentence';

/** How a message fared, and below it the reason, which is too long for the one line of a chip. */
export function MessageState({ status, why }: { status: MessageStatus; why: string | null }) {
  return (
    <>
      <StatusChip tone={statusTones[status]} label={status} />
      {why !== null && (
        <Typography variant="body2" color="textSecondary">
          {sentence(why)}
        </Typography>
      )}
    </>
  );
}
