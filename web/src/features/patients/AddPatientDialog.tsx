import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { asFailure } from '@/api/failure';
import { useCreatePatientMutation } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { useNotify } from '@/app/notices';
import { FormDialog } from '@/components/FormDialog';
import { FormText } from '@/components/FormText';
import { blankPatient, patientFields, patientForm } from '@/features/patients/patientForm';
import { today as todayIn } from '@/lib/dates';
import { applyServerErrors } from '@/lib/serverErrors';

/** Adds a patient; whatever goes wrong, what was typed stays. */
export function AddPatientDialog({ onClose }: { onClose: () => void }) {
  const today = todayIn(useSession()?.clinic.time_zone ?? 'UTC');
  const { control, handleSubmit, setError, formState: { isDirty } } = useForm({ resolver: zodResolver(patientForm(today)), defaultValues: blankPatient });
  const [create, { isLoading }] = useCreatePatientMutation();
  const [alert, setAlert] = useState<string>();
  const notify = useNotify();

  const save = handleSubmit(async (patient) => {
    setAlert(undefined);
    try {
      const { first_name, last_name } = await create(patient).unwrap();
      notify({ tone: 'success', text: `${first_name} ${last_name} was added.` });
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      console.error('A patient could not be added:', failure.status);
      setAlert(applyServerErrors(failure, setError, patientFields));
    }
  });

  return (
    <FormDialog open title="Add patient" submitLabel="Add patient" submitting={isLoading} dirty={isDirty} error={alert} onSubmit={save} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <FormText control={control} name="first_name" label="First name" autoComplete="off" required autoFocus />
        <FormText control={control} name="last_name" label="Last name" autoComplete="off" required />
      </Box>
      <FormText control={control} name="birth_date" label="Birth date" type="date" max={today} />
      <FormText control={control} name="phone" label="Phone" type="tel" autoComplete="off" />
      <FormText control={control} name="email" label="Email" type="email" autoComplete="off" />
    </FormDialog>
  );
}
