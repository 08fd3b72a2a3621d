import Search from '@mui/icons-material/Search';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ComponentProps, Ref } from 'react';

import { Adornment } from '@/components/Adornment';
import { Field } from '@/components/Field';

export interface PatientSearchField {
  label: string;
  name?: string;
  required?: boolean;
  error?: string | undefined;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

interface Props extends PatientSearchField {
  id: string;
  /** What MUI's Autocomplete hands to its input. */
  frame?: Ref<HTMLDivElement> | undefined;
  input: ComponentProps<'input'>;
}

/** The line that a patient's name is typed in. */
export function PatientSearchInput({
  label,
  name,
  required = false,
  error,
  onBlur,
  inputRef,
  id,
  frame,
  input,
}: Props) {
  return (
    <Field label={label} error={error} id={id} required={required} labelOnBorder>
      {(wiring) => (
        <OutlinedInput
          {...wiring}
          ref={frame}
          inputRef={inputRef}
          name={name}
          placeholder="Name, birth date or phone"
          startAdornment={
            <Adornment>
              <Search aria-hidden />
            </Adornment>
          }
          onBlur={onBlur}
          slotProps={{ input }}
        />
      )}
    </Field>
  );
}
