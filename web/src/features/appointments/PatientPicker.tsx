import { useController, type Control } from 'react-hook-form';

import { PatientSearch } from '@/components/PatientSearch';
import type { AppointmentForm } from '@/features/appointments/appointmentForm';

/** The form's field for the patient. */
export function PatientPicker({ control }: { control: Control<AppointmentForm> }) {
  const { field, fieldState } = useController({ control, name: 'patient_id' });
  return (
    <PatientSearch
      label="Patient"
      name={field.name}
      required
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
    />
  );
}
