import Stack from '@mui/material/Stack';

import type { ListedAdverseEvent, Severity } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';
import { isOver, severityWords, statusWords } from '@/features/adverse-events/eventWords';

const grave = new Set<Severity>(['severe', 'life_threatening']);

/** An event's severity and status, and whether it waits for a director. */
export function EventMarks({
  event: { severity, status, acknowledged_at },
}: {
  event: ListedAdverseEvent;
}) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      <StatusChip
        tone={grave.has(severity) ? 'danger' : 'neutral'}
        label={severityWords[severity]}
      />
      <StatusChip tone={isOver(status) ? 'success' : 'warning'} label={statusWords[status]} />
      {acknowledged_at === null && <StatusChip tone="warning" label="Not acknowledged" />}
    </Stack>
  );
}
