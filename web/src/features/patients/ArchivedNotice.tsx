import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useArchivePatientMutation,
  useLazyShowPatientQuery,
  useRestorePatientMutation,
  type PatientRecord,
} from '@/api/generated';
import { usePermissions } from '@/api/usePermissions';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { changedMeanwhile } from '@/features/patients/recordWords';
import { formatInstant } from '@/lib/dates';
import { useNotify } from '@/lib/notices';

/** The notice on an archived record: who archived it, when and why, and the button to restore it. */
export function ArchivedNotice({ patient }: { patient: PatientRecord }) {
  const zone = useTimeZone();
  const { may } = usePermissions();
  const [restore, { isLoading }] = useRestorePatientMutation();
  const [archive] = useArchivePatientMutation();
  const [reload, reloading] = useLazyShowPatientQuery();
  /** The record as somebody else has changed it meanwhile, and what that was. */
  const [changed, setChanged] = useState<{ newest: PatientRecord; words: string }>();
  const notify = useNotify('patient');
  if (!patient.archived) return null;
  const { at, by, reason } = patient.archived;
  const seen = changed?.newest ?? patient;
  /** After a 412: says what somebody else has changed; restoring again goes on from there. */
  const showNewest = async () => {
    const newest = await reload(patient.id).unwrap();
    setChanged({ newest, words: changedMeanwhile(seen, newest) });
  };
  const bring = async () => {
    try {
      const restored = await restore({ id: patient.id, 'If-Match': String(seen.version) }).unwrap();
      const undo = () =>
        archive({
          id: restored.id,
          'If-Match': String(restored.version),
          archiving: { reason },
        }).unwrap();
      setChanged(undefined);
      notify({
        tone: 'success',
        text: `${patient.first_name} ${patient.last_name} is in the lists again`,
        undo,
      });
    } catch (thrown) {
      if (
        asFailure(thrown).status === 412 &&
        (await showNewest().then(
          () => true,
          () => false,
        ))
      )
        return;
      notify({ tone: 'error', text: `Not restored. ${asFailure(thrown).message}` });
    }
  };
  return (
    <Alert
      severity="info"
      action={
        may('patient.archive') && (
          <Button
            color="inherit"
            loading={isLoading || reloading.isFetching}
            onClick={() => void bring()}
          >
            {changed ? 'Restore all the same' : 'Restore'}
          </Button>
        )
      }
    >
      {`Archived ${formatInstant(at, zone)}${by ? ` by ${by}` : ''}${reason ? `: ${reason}` : ''}`}
      <Box role="status">
        {changed && `Not restored yet. ${changed.words} You can restore it all the same.`}
      </Box>
    </Alert>
  );
}
