import { zodResolver } from '@hookform/resolvers/zod';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useCreateTreatmentMutation, useLazyShowExamQuery } from '@/api/generated';
import { useOwnName } from '@/api/useOwnName';
import { useNotify } from '@/lib/notices';
import { treatmentTypes } from '@/clinic/services';
import { AskFirst } from '@/components/AskFirst';
import { Button } from '@/components/Button';
import { FormArea } from '@/components/FormArea';
import { FormSelect } from '@/components/FormSelect';
import { FormSignature } from '@/components/FormSignature';
import { FormText } from '@/components/FormText';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { examRequired, saveLabel, type ExamGate } from '@/features/patient-record/examGate';
import { NotSavedYet } from '@/components/NotSavedYet';
import { blankTreatment, takesUnits, takesVolumes, toNewTreatment, treatmentForm } from '@/features/patient-record/treatmentForm';
import { unusualTreatment } from '@/features/patient-record/unusualTreatment';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  patientId: number;
  gate: ExamGate['state'];
}

/** The form of a treatment. A failure keeps everything typed and drawn; a save leaves it blank for the next. */
export function TreatmentForm({ patientId, gate }: Props) {
  const { control, handleSubmit, reset, setError, formState: { isDirty, isSubmitting } } =
    useForm({ resolver: zodResolver(treatmentForm), defaultValues: blankTreatment });
  const type = useWatch({ control, name: 'treatment_type' });
  const [lookUpExam] = useLazyShowExamQuery();
  const [createTreatment] = useCreateTreatmentMutation();
  const [problem, setProblem] = useState<string>();
  /** How often it was asked in a row, 0 while it is not. */
  const [asked, setAsked] = useState(0);
  // While it is asked about, it follows what is typed: what was put right is not asked about any more.
  const unusual = useWatch({ control, compute: unusualTreatment });
  if (asked > 0 && unusual.length === 0) setAsked(0);
  const ownName = useOwnName();
  const notify = useNotify(`treatment of ${patientId}`);
  useUnsavedGuard(isDirty);

  /**
   * Asked anew and not remembered: the exam may be gone, or the line down, since the page was opened. When the session has ended nothing is
   * known of the exam, and nothing is said of it: signing in again is asked for already.
   */
  const lookUp = async (): Promise<'stands' | 'missing' | 'signed out'> => {
    try {
      return (await lookUpExam(patientId).unwrap()) === null ? 'missing' : 'stands';
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 401) return 'signed out';
      console.error('The Good Faith Exam could not be looked up.', failure);
      return 'missing';
    }
  };

  const save = (confirmed: boolean) => handleSubmit(async (form) => {
    setProblem(undefined);
    const asks = unusualTreatment(form).length > 0;
    if (asks && !confirmed) {
      setAsked((times) => times + 1);
      return;
    }
    const exam = await lookUp();
    if (exam === 'missing') notify({ tone: 'error', text: examRequired });
    if (exam !== 'stands') return;
    try {
      await createTreatment(toNewTreatment(patientId, form)).unwrap();
      setAsked(0);
      reset(blankTreatment);
      notify({ tone: 'success', text: 'Treatment saved.' });
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('Saving the treatment failed', failure);
      if (failure.code === 'exam_missing') notify({ tone: 'error', text: examRequired });
      else setProblem(applyServerErrors(failure, setError, fieldNames));
    }
  });

  return (
    <Stack component="form" noValidate onSubmit={save(false)} spacing={2.5} aria-label="New treatment">
      <FormSelect control={control} name="treatment_type" label="Treatment type" options={treatmentTypes} />
      <FormText control={control} name="areas" label="Areas" autoComplete="off" />
      {takesUnits(type) && (
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
          <FormText control={control} name="units" label="Units" inputMode="decimal" autoComplete="off" />
          <FormText control={control} name="lot" label="Lot" autoComplete="off" />
        </Stack>
      )}
      {takesVolumes(type) && <FormText control={control} name="volumes_ml" label="Volumes (mL)" autoComplete="off" />}
      <FormArea control={control} name="notes" label="Notes" minRows={3} />
      <FormSignature control={control} name="provider_signature" label="Provider signature" height={100} signer={ownName} disabled={isSubmitting} />
      {asked > 0 && unusual.length > 0 && (
        <AskFirst
          key={asked}
          problems={unusual}
          hint="Not saved yet. Complete the entries, or save the treatment as it is."
          label="Save anyway"
          busy={isSubmitting}
          onGoOn={() => void save(true)()}
        />
      )}
      {problem !== undefined && <NotSavedYet problem={problem} />}
      <Button type="submit" variant="contained" size="large" disabled={gate !== 'open'} loading={isSubmitting} style={{ alignSelf: 'flex-start' }}>
        {saveLabel[gate]}
      </Button>
    </Stack>
  );
}

const fieldNames = Object.keys(blankTreatment) as (keyof typeof blankTreatment)[];
