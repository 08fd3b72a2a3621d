import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, type Ref } from 'react';

export type SelectOption = string | { value: string; label: string };

export interface SelectInputProps {
  label: string;
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  /** The words of an empty first choice, for a field that starts without a value. */
  placeholder?: string | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  inputRef?: Ref<HTMLSelectElement> | undefined;
}

/** The browser's own select: quick on an iPad, and no menu code to load. */
export function SelectInput({ label, options, value, onChange, placeholder, error, hint, required = false, disabled = false, name, onBlur, inputRef }: SelectInputProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <FormControl fullWidth error={Boolean(error)} required={required} disabled={disabled}>
      <InputLabel htmlFor={id} shrink>{label}</InputLabel>
      <NativeSelect
        value={value}
        onChange={(event) => onChange(event.target.value)}
        input={<OutlinedInput label={label} notched />}
        inputProps={{ id, 'aria-describedby': note ? `${id}-note` : undefined, ...(name && { name }), ...(onBlur && { onBlur }), ...(inputRef && { ref: inputRef }) }}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => {
          const choice = typeof option === 'string' ? { value: option, label: option } : option;
          return <option key={choice.value} value={choice.value}>{choice.label}</option>;
        })}
      </NativeSelect>
      {note && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}
