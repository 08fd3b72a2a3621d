import { useState } from 'react';

import type { PatientRecord } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { PatientSearch } from '@/components/PatientSearch';
import type { ChosenPatient } from '@/components/usePatientSearch';
import { fullName } from '@/features/duplicates/likeness';
import { MergeDialog } from '@/features/duplicates/MergeDialog';
import { messages } from '@/lib/validation';

/** Merges a record with another one that somebody has found to be the same person's: first asks which. */
export function MergeWithDialog({
  patient,
  onClose,
}: {
  patient: PatientRecord;
  onClose: () => void;
}) {
  const [found, setFound] = useState<ChosenPatient | null>(null);
  const [other, setOther] = useState<ChosenPatient>();
  const [problem, setProblem] = useState<string>();

  const next = () => {
    const missing = found ? undefined : messages.patient;
    setProblem(
      found?.id === patient.id ? 'This is the record that is open. Choose the other one.' : missing,
    );
    if (found && found.id !== patient.id) setOther(found);
  };

  if (other)
    return (
      <MergeDialog
        first={{ id: patient.id, name: fullName(patient) }}
        second={other}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      open
      title={`Merge ${fullName(patient)} with another record`}
      submitLabel="Compare"
      dirty={found !== null}
      onSubmit={next}
      onClose={onClose}
    >
      <p>Both records become one. Nothing is merged before you have compared them.</p>
      <PatientSearch
        label="The other record"
        name="other"
        required
        value={found}
        error={problem}
        onChange={(patientFound) => {
          setFound(patientFound);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}
