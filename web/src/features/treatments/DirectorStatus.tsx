import Stack from '@mui/material/Stack';

import type { Treatment } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';
import { isCleared } from '@/features/clearance';
import { isApproved } from '@/features/treatments/treatmentDetails';

/** Whether a director has approved it, and before that, whether it counts at all. A voided treatment waits for nobody. */
export function DirectorStatus({ treatment }: { treatment: Treatment }) {
  const approved = isApproved(treatment);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {treatment.voided && <StatusChip tone="danger" label="Voided" />}
      {treatment.clearance && !isCleared(treatment.clearance) && <StatusChip tone="danger" label="Not cleared" />}
      {approved && <StatusChip tone="success" label="Approved" />}
      {!approved && !treatment.voided && <StatusChip tone="warning" label="Pending" />}
    </Stack>
  );
}
