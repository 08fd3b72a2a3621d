import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { asFailure } from '@/api/failure';
import { useCreatePatientMutation, type PossibleDuplicate, type Warning } from '@/api/generated';
import { useTimeZone } from '@/api/useTimeZone';
import { Button } from '@/components/Button';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { InlineConfirmation } from '@/components/InlineConfirmation';
import { PossibleDuplicates, useDuplicateCheck } from '@/features/duplicates';
import {
  blankPatient,
  patientFields,
  patientForm,
  type PatientForm,
} from '@/features/patients/patientForm';
import { today as todayIn } from '@/lib/dates';
import { useNotify } from '@/lib/notices';
import { patientPath } from '@/lib/paths';
import { applyServerErrors } from '@/lib/serverErrors';

interface Props {
  onClose: () => void;
  /** Called with the new patient, for a caller that needs one. */
  onAdded?: ((patient: { id: number; name: string }) => void) | undefined;
}

/** Adds a patient; whatever goes wrong, what was typed stays. */
export function AddPatientDialog({ onClose, onAdded }: Props) {
  const today = todayIn(useTimeZone());
  const {
    control,
    handleSubmit,
    getValues,
    setError,
    formState: { isDirty },
  } = useForm({ resolver: zodResolver(patientForm(today)), defaultValues: blankPatient });
  const [create, { isLoading: creating }] = useCreatePatientMutation();
  const { check, checking } = useDuplicateCheck();
  const isLoading = creating || checking;
  const [alert, setAlert] = useState<string>();
  const [confirmation, setConfirmation] = useState<{
    person: string;
    warnings?: Warning[];
    duplicates?: PossibleDuplicate[];
  }>();
  const person = useWatch({ control, compute: personOf });
  // A warning about what was typed before no longer applies, even when it is changed back.
  if (confirmation && confirmation.person !== person) setConfirmation(undefined);
  const [opening, setOpening] = useState<number>();
  const notify = useNotify();
  const navigate = useNavigate();

  // In an effect, after the form is no longer dirty, so that leaving needs no confirmation.
  useEffect(() => {
    if (opening === undefined) return;
    onClose();
    void navigate(patientPath(opening));
  }, [opening, onClose, navigate]);

  const save = (confirmed: string[]) =>
    handleSubmit(async (patient) => {
      setAlert(undefined);
      if (confirmed.length === 0) {
        setConfirmation(undefined);
        const duplicates = await check(patient);
        if (duplicates.length > 0) {
          setConfirmation({ person: personOf(getValues()), duplicates });
          return;
        }
      }
      try {
        const { id, first_name, last_name } = await create({ ...patient, confirmed }).unwrap();
        notify({ tone: 'success', text: `${first_name} ${last_name} was added.` });
        onAdded?.({ id, name: `${first_name} ${last_name}` });
        onClose();
      } catch (thrown) {
        const failure = asFailure(thrown);
        if (failure.warnings) {
          setConfirmation({ person: personOf(getValues()), warnings: failure.warnings });
          return;
        }
        console.error('A patient could not be added:', failure.status);
        setAlert(applyServerErrors(failure, setError, patientFields));
      }
    });

  return (
    <FormDialog
      open
      title="Add patient"
      submitLabel="Add patient"
      submitting={isLoading}
      dirty={isDirty && opening === undefined}
      error={alert}
      onSubmit={save([])}
      onClose={onClose}
    >
      {confirmation?.duplicates && (
        <PossibleDuplicates
          key="duplicates"
          duplicates={confirmation.duplicates}
          hint="Not added yet."
          confirmLabel="Add anyway"
          busy={isLoading}
          onConfirm={() => void save(['duplicate'])()}
          onOpen={setOpening}
        />
      )}
      {confirmation?.warnings && (
        <InlineConfirmation
          key={confirmation.warnings.map(({ code }) => code).join(' ')}
          warnings={confirmation.warnings.map(({ message }) => message)}
          hint="Not added yet. It may be the same person."
          confirmLabel="Add anyway"
          busy={isLoading}
          onConfirm={() => void save(confirmation.warnings?.map(({ code }) => code) ?? [])()}
        >
          {confirmation.warnings.map(
            ({ code, patient_id }) =>
              patient_id !== null && (
                <Button
                  key={code}
                  variant="outlined"
                  color="inherit"
                  onClick={() => setOpening(patient_id)}
                >
                  Open the record
                </Button>
              ),
          )}
        </InlineConfirmation>
      )}
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <FormText
          control={control}
          name="first_name"
          label="First name"
          autoComplete="off"
          required
          autoFocus
        />
        <FormText
          control={control}
          name="last_name"
          label="Last name"
          autoComplete="off"
          required
        />
      </Box>
      <FormText control={control} name="birth_date" label="Birth date" type="date" max={today} />
      <FormText control={control} name="phone" label="Phone" type="tel" autoComplete="off" />
      <FormText control={control} name="email" label="Email" type="email" autoComplete="off" />
    </FormDialog>
  );
}

/** Identifies whom the warning is about. */
function personOf({ first_name, last_name, birth_date, phone, email }: PatientForm): string {
  return [first_name, last_name, birth_date, phone, email].join(' ');
}
