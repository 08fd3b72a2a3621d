import { useState } from 'react';

import { asFailure } from '@/api/failure';
import {
  useArchivePatientMutation,
  useLazyShowPatientQuery,
  useRestorePatientMutation,
  type PatientRecord,
} from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { TextInput } from '@/components/TextInput';
import { changedMeanwhile } from '@/features/patients/recordWords';
import { longestText } from '@/lib/formRules';
import { useNotify } from '@/lib/notices';

/** Archives a patient, with a reason, which the archived record shows. */
export function ArchiveDialog({
  patient: opened,
  onClose,
}: {
  patient: PatientRecord;
  onClose: () => void;
}) {
  const [patient, setPatient] = useState(opened);
  const [reason, setReason] = useState('');
  const [alert, setAlert] = useState<string>();
  const [archive, { isLoading }] = useArchivePatientMutation();
  const [reload, reloading] = useLazyShowPatientQuery();
  const [restore] = useRestorePatientMutation();
  const notify = useNotify('patient');
  const name = `${patient.first_name} ${patient.last_name}`;

  /** After a 412: says what somebody else has changed; archiving again goes on from there. */
  const showNewest = async () => {
    const newest = await reload(patient.id).unwrap();
    setAlert(
      `Not archived yet. ${newest.archived ? `${newest.archived.by ?? 'Somebody else'} has archived this record meanwhile.` : `${changedMeanwhile(patient, newest)} You can archive it all the same.`}`,
    );
    setPatient(newest);
  };

  const save = async () => {
    setAlert(undefined);
    try {
      const archived = await archive({
        id: patient.id,
        'If-Match': String(patient.version),
        archiving: { reason },
      }).unwrap();
      const undo = async () => {
        await restore({ id: archived.id, 'If-Match': String(archived.version) }).unwrap();
      };
      notify({ tone: 'success', text: `${name} is archived`, undo });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 412)
        return showNewest().catch(() => setAlert(`Not archived. ${failure.message}`));
      setAlert(
        `Not archived. ${failure.fields['reason'] ? `The reason ${failure.fields['reason']}.` : failure.message}`,
      );
    }
  };

  return (
    <FormDialog
      open
      title={`Archive ${name}?`}
      submitLabel={patient === opened ? 'Archive' : 'Archive all the same'}
      submitting={isLoading || reloading.isFetching}
      dirty={reason !== ''}
      error={alert}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>The record stays whole and readable, and leaves the lists until it is restored.</p>
      <TextInput
        label="Reason (optional)"
        value={reason}
        maxLength={longestText}
        onChange={(event) => setReason(event.target.value)}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
