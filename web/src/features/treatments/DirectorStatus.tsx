import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';

import type { Treatment, TreatmentReview } from '@/api/generated';
import { StatusChip } from '@/components/StatusChip';
import { isCleared } from '@/features/clearance';
import { isApproved } from '@/features/treatments/treatmentDetails';

/** What the review adds to Pending. */
const marks = {
  Waiting: null,
  Returned: <StatusChip tone="danger" label="Returned" />,
  Resubmitted: <StatusChip tone="neutral" label="Resubmitted" />,
  'Not selected': <StatusChip tone="neutral" label="Not selected" />,
};

/** Whether a director has approved it, and before that, whether it counts at all and what is dangerous to overlook. A voided treatment waits for nobody. */
export function DirectorStatus({
  treatment,
  review,
}: {
  treatment: Treatment;
  review: TreatmentReview | undefined;
}) {
  const approved = isApproved(treatment);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {treatment.adverse_events > 0 && (
        <StatusChip
          tone="danger"
          label={
            treatment.adverse_events === 1
              ? 'Adverse event'
              : `${treatment.adverse_events} adverse events`
          }
        />
      )}
      {treatment.voided && <StatusChip tone="danger" label="Voided" />}
      {treatment.clearance &&
        !isCleared(treatment.clearance) &&
        !review?.dangers.includes('Not cleared') && (
          <StatusChip tone="danger" label="Not cleared" />
        )}
      {approved && <StatusChip tone="success" label="Approved" />}
      {!approved && !treatment.voided && <StatusChip tone="warning" label="Pending" />}
      {!approved && !treatment.voided && review && marks[review.state]}
      {!approved &&
        !treatment.voided &&
        review?.dangers.map((danger) => (
          <Typography key={danger} variant="body2" color="error" sx={{ flex: '1 0 100%' }}>
            {danger}
          </Typography>
        ))}
    </Stack>
  );
}
