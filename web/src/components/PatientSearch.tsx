import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import { useId, type Ref } from 'react';

import { Adornment } from '@/components/Adornment';
import { PatientOptions } from '@/components/PatientOptions';
import { TextInput } from '@/components/TextInput';
import { usePatientSearch, type ChosenPatient } from '@/components/usePatientSearch';

interface Props {
  label: string;
  value: ChosenPatient | null;
  onChange: (patient: ChosenPatient | null) => void;
  name?: string;
  required?: boolean;
  error?: string | undefined;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Finds one patient by parts of the name, the birth date, the e-mail address or the phone number; by keyboard alone as well. */
export function PatientSearch({ label, value, onChange, name, required = false, error, onBlur, inputRef }: Props) {
  const { text, onType, onKeyDown, open, close, patients, active, pick, state, tryAgain } = usePatientSearch(value, onChange);
  const id = useId();
  const optionId = (patientId: number) => `${id}-${patientId}`;

  return (
    <Box sx={{ position: 'relative' }}>
      <TextInput
        label={label}
        placeholder="Name, birth date or phone"
        autoComplete="off"
        required={required}
        value={text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur?.();
        }}
        error={error}
        {...(name && { name })}
        {...(inputRef && { inputRef })}
        startAdornment={<Adornment><Search aria-hidden /></Adornment>}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && active ? optionId(active.id) : undefined}
      />
      {open && <PatientOptions id={`${id}-list`} optionId={optionId} patients={patients} active={active} state={state} onPick={pick} onRetry={tryAgain} />}
    </Box>
  );
}
