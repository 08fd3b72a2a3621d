import Alert from '@mui/material/Alert';

import { asFailure } from '@/api/failure';
import { useArchivePatientMutation, useRestorePatientMutation, type PatientRecord } from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

/** Says on top of an archived record who archived it, when and why; whoever may restores it here. */
export function ArchivedNotice({ patient }: { patient: PatientRecord }) {
  const zone = useTimeZone();
  const { may } = usePermissions();
  const [restore, { isLoading }] = useRestorePatientMutation();
  const [archive] = useArchivePatientMutation();
  const notify = useNotify('patient');
  if (!patient.archived) return null;
  const { at, by, reason } = patient.archived;
  const bring = async () => {
    try {
      const restored = await restore({ id: patient.id, 'If-Match': String(patient.version) }).unwrap();
      const undo = () => archive({ id: restored.id, 'If-Match': String(restored.version), archiving: { reason } }).unwrap();
      notify({ tone: 'success', text: `${patient.first_name} ${patient.last_name} is in the lists again`, undo });
    } catch (thrown) {
      notify({ tone: 'error', text: `Not restored. ${asFailure(thrown).message}` });
    }
  };
  return (
    <Alert severity="info" action={may('patient.archive') && <Button color="inherit" loading={isLoading} onClick={() => void bring()}>Restore</Button>}>
      {`Archived ${formatInstant(at, zone)}${by ? ` by ${by}` : ''}${reason ? `: ${reason}` : ''}`}
    </Alert>
  );
}
