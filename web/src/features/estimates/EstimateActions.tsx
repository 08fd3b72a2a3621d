import Stack from '@mui/material/Stack';
import { useState } from 'react';

import { useVoidEstimateMutation, type Estimate } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { VoidDialog } from '@/features/corrections';
import { formatDate, formatInstantDate } from '@/lib/dates';

interface Props {
  estimate: Estimate;
  /** Whether the form says something else than what is saved: that would be left behind. */
  edited: boolean;
  onCopy: (estimate: Estimate) => void;
}

/** What can be done with a saved estimate beside changing it: a new one is begun from it, or it is voided. */
export function EstimateActions({ estimate, edited, onCopy }: Props) {
  const { may } = usePermissions();
  const zone = useTimeZone();
  const [voiding, setVoiding] = useState(false);
  const [voidEstimate] = useVoidEstimateMutation();
  const { id, version, est_date, created_at } = estimate;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Button variant="outlined" disabled={edited} onClick={() => onCopy(estimate)}>
        Copy to a new estimate
      </Button>
      {may('estimate.void') && (
        <Button variant="outlined" disabled={edited} onClick={() => setVoiding(true)}>
          Void…
        </Button>
      )}
      {voiding && (
        <VoidDialog
          what="estimate"
          of={`Estimate of ${formatDate(est_date)}, made ${formatInstantDate(created_at, zone)}`}
          detail="It stays readable with its versions and signatures, and cannot be changed any more."
          request={(newVoid) => voidEstimate({ id, 'If-Match': String(version), newVoid }).unwrap()}
          onClose={() => setVoiding(false)}
        />
      )}
    </Stack>
  );
}
