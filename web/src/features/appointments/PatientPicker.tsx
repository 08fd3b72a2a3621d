import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import { useId } from 'react';
import { useController, type Control } from 'react-hook-form';

import { TextInput } from '@/components/TextInput';
import type { AppointmentForm } from '@/features/appointments/appointmentForm';
import { PatientOptions } from '@/features/appointments/PatientOptions';
import { usePatientPicker } from '@/features/appointments/usePatientPicker';

/** Finds one patient by a part of the name, the e-mail address or the phone number; by keyboard alone as well. */
export function PatientPicker({ control }: { control: Control<AppointmentForm> }) {
  const { field, fieldState } = useController({ control, name: 'patient_id' });
  const { text, onType, onKeyDown, open, close, patients, active, pick, state, tryAgain } = usePatientPicker(field.value, field.onChange);
  const id = useId();
  const optionId = (patientId: number) => `${id}-${patientId}`;

  return (
    <Box sx={{ position: 'relative' }}>
      <TextInput
        label="Patient"
        name={field.name}
        placeholder="Name, email or phone"
        autoComplete="off"
        required
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          field.onBlur();
        }}
        inputRef={field.ref}
        error={fieldState.error?.message}
        startAdornment={<InputAdornment position="start"><Search aria-hidden /></InputAdornment>}
        inputProps={{
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': open,
          'aria-controls': `${id}-list`,
          'aria-activedescendant': open && active ? optionId(active.id) : undefined,
        }}
      />
      {open && <PatientOptions id={`${id}-list`} optionId={optionId} patients={patients} active={active} state={state} onPick={pick} onRetry={tryAgain} />}
    </Box>
  );
}
