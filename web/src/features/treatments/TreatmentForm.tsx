import { zodResolver } from '@hookform/resolvers/zod';
import Stack from '@mui/material/Stack';
import { useCallback, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useCreateTreatmentMutation, useLazyShowExamQuery, type Treatment } from '@/api/generated';
import { useModules } from '@/api/useModules';
import { useOwnName } from '@/api/useOwnName';
import { Button } from '@/components/Button';
import { FormArea } from '@/components/FormArea';
import { FormSelect } from '@/components/FormSelect';
import { FormText } from '@/components/FormText';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { NotSavedYet } from '@/components/NotSavedYet';
import { FormSignature } from '@/components/signature/FormSignature';
import { useUnsavedGuard } from '@/components/useUnsavedGuard';
import { TreatmentClearance } from '@/features/clearance';
import { NeededConsents, useNeededConsents } from '@/features/consents';
import { TreatmentProtocolGate } from '@/features/protocols';
import { useOfferedDefault, useServiceChoices, withCurrent } from '@/features/services';
import { CopyLast } from '@/features/treatments/CopyLast';
import { examRequired, saveLabel, type ExamGate } from '@/features/treatments/examGate';
import {
  blankTreatment,
  takesUnits,
  takesVolumes,
  toNewTreatment,
  treatmentForm,
} from '@/features/treatments/treatmentForm';
import { treatmentWarnings } from '@/features/treatments/treatmentWarnings';
import { useUnasked } from '@/features/treatments/useUnasked';
import { useNotify } from '@/lib/notices';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  patientId: number;
  gate: ExamGate['state'];
  /** The patient's last treatment that counts, if there is one. */
  last: Treatment | undefined;
}

/** The form of a treatment. A failure keeps everything typed and drawn; a save resets it for the next. */
export function TreatmentForm({ patientId, gate, last }: Props) {
  const {
    control,
    handleSubmit,
    reset,
    resetField,
    setError,
    setValue,
    getValues,
    formState: { isDirty, isSubmitting },
  } = useForm({ resolver: zodResolver(treatmentForm), defaultValues: blankTreatment });
  const type = useWatch({ control, name: 'treatment_type' });
  const { treatments, inGroups, failure: notLoaded } = useServiceChoices();
  useOfferedDefault(
    type,
    treatments,
    useCallback(
      (service: string) => resetField('treatment_type', { defaultValue: service }),
      [resetField],
    ),
  );
  const byService = useModules().isOn('clearance');
  // Until it is known the server decides.
  const [blocked, setBlocked] = useState(false);
  const [withoutProtocol, setWithoutProtocol] = useState(false);
  const [lookUpExam] = useLazyShowExamQuery();
  const [createTreatment] = useCreateTreatmentMutation();
  const [problem, setProblem] = useState<string>();
  /** How often saving was tried in a row with warnings; 0 while they are not shown. */
  const [attempts, setAttempts] = useState(0);
  // The warnings follow what is typed: a corrected entry is no longer listed.
  const entered = useWatch({ control, compute: treatmentWarnings });
  const unsigned = useNeededConsents(patientId, type)
    .filter(({ status }) => status !== 'Signed')
    .map(({ name }) => `${name} is not signed.`);
  const unasked = useUnasked(patientId);
  const warnings = [...unasked, ...entered, ...unsigned];
  if (attempts > 0 && warnings.length === 0) setAttempts(0);
  /** How many were saved here: the next one begins anew. */
  const [saved, setSaved] = useState(0);
  const ownName = useOwnName();
  const notify = useNotify(`treatment of ${patientId}`);
  useUnsavedGuard(isDirty);

  /**
   * Fetched again before saving: the exam may be gone, or the network down, since the page was opened. A 401 says nothing about the
   * exam, and the dialog to sign in again is open already.
   */
  const lookUp = async (): Promise<'found' | 'missing' | 'signed out'> => {
    try {
      return (await lookUpExam(patientId).unwrap()) === null ? 'missing' : 'found';
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.status === 401) return 'signed out';
      console.error('The Good Faith Exam could not be looked up.', failure);
      return 'missing';
    }
  };

  const save = (confirmed: boolean) =>
    handleSubmit(async (form) => {
      setProblem(undefined);
      if (treatmentWarnings(form).length + unsigned.length + unasked.length > 0 && !confirmed) {
        setAttempts((times) => times + 1);
        return;
      }
      if (byService && form.changed_since_exam === '') {
        setError(
          'changed_since_exam',
          { message: 'Ask the patient, and choose an answer.' },
          { shouldFocus: true },
        );
        return;
      }
      const exam = await lookUp();
      if (exam === 'missing') notify({ tone: 'error', text: examRequired });
      if (exam !== 'found') return;
      try {
        await createTreatment(toNewTreatment(patientId, form)).unwrap();
        setAttempts(0);
        reset(blankTreatment);
        setSaved((times) => times + 1);
        notify({ tone: 'success', text: 'Treatment saved.' });
      } catch (thrown) {
        const failure = asFailure(thrown);
        console.error('Saving the treatment failed', failure);
        if (failure.code === 'exam_missing') notify({ tone: 'error', text: examRequired });
        else setProblem(applyServerErrors(failure, setError, fieldNames));
      }
    });

  return (
    <Stack
      component="form"
      noValidate
      onSubmit={save(false)}
      spacing={2.5}
      aria-label="New treatment"
    >
      {last && (
        <CopyLast
          key={saved}
          last={last}
          control={control}
          setValue={setValue}
          getValues={getValues}
        />
      )}
      <FormSelect
        control={control}
        name="treatment_type"
        label="Treatment type"
        options={inGroups(withCurrent(treatments, type))}
        hint={notLoaded}
      />
      <TreatmentClearance
        control={control}
        name="changed_since_exam"
        patientId={patientId}
        service={type}
        onBlocked={setBlocked}
      />
      <NeededConsents patientId={patientId} service={type} />
      <TreatmentProtocolGate service={type} onBlocked={setWithoutProtocol} />
      <FormText control={control} name="areas" label="Areas" autoComplete="off" />
      {takesUnits(type) && (
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2.5}>
          <FormText
            control={control}
            name="units"
            label="Units"
            inputMode="decimal"
            autoComplete="off"
          />
          <FormText control={control} name="lot" label="Lot" autoComplete="off" />
        </Stack>
      )}
      {takesVolumes(type) && (
        <FormText control={control} name="volumes_ml" label="Volumes (mL)" autoComplete="off" />
      )}
      <FormArea control={control} name="notes" label="Notes" minRows={3} />
      <FormSignature
        control={control}
        name="provider_signature"
        label="Provider signature"
        height={100}
        signer={ownName}
        disabled={isSubmitting}
      />
      {attempts > 0 && warnings.length > 0 && (
        <InlineConfirmation
          key={attempts}
          warnings={warnings}
          hint="Not saved yet. Complete the entries, or save the treatment as it is."
          confirmLabel="Save anyway"
          busy={isSubmitting}
          onConfirm={() => void save(true)()}
        />
      )}
      {problem !== undefined && <NotSavedYet problem={problem} />}
      <Button
        type="submit"
        variant="contained"
        size="large"
        disabled={gate !== 'open' || blocked || withoutProtocol}
        loading={isSubmitting}
        style={{ alignSelf: 'flex-start' }}
      >
        {saveLabel[gate]}
      </Button>
    </Stack>
  );
}

const fieldNames = Object.keys(blankTreatment) as (keyof typeof blankTreatment)[];
