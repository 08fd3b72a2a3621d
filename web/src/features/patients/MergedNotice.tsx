import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useLocation } from 'react-router';

import { useListMergesQuery, type MergedPatient } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { UndoMergeDialog } from '@/features/duplicates';
import { formatInstant } from '@/lib/dates';

/** Names the records that were merged into this one, for members who may undo that, and says so when a merged record led here. */
export function MergedNotice({ patientId }: { patientId: number }) {
  const { may } = usePermissions();
  const { data: merges = [] } = useListMergesQuery(patientId, { skip: !may('patient.merge') });
  const from = (useLocation().state as { mergedFrom?: unknown } | null)?.mergedFrom;
  return (
    <>
      {typeof from === 'number' && (
        <Alert severity="info">{`Number ${from} was merged into this record, which you see instead.`}</Alert>
      )}
      {merges.map((merged) => (
        <MergedRecord key={merged.patient_id} patientId={patientId} merged={merged} />
      ))}
    </>
  );
}

function MergedRecord({ patientId, merged }: { patientId: number; merged: MergedPatient }) {
  const zone = useTimeZone();
  const [asking, setAsking] = useState(false);
  const name = `${merged.first_name} ${merged.last_name}, number ${merged.patient_id}`;
  return (
    <>
      <Alert
        severity="info"
        action={
          merged.may_undo && (
            <Button
              color="inherit"
              aria-label={`Undo the merge of ${name}`}
              onClick={() => setAsking(true)}
            >
              Undo the merge
            </Button>
          )
        }
      >
        {`Also holds the record of ${name}, merged ${formatInstant(merged.at, zone)} by ${merged.by}`}
      </Alert>
      {asking && (
        <UndoMergeDialog patientId={patientId} merged={merged} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
