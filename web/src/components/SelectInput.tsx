import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import type { InputBaseComponentProps } from '@mui/material/InputBase';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { createElement, useId, type Ref } from 'react';

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

/** The browser's own select: quick on an iPad, and no menu code to load; not MUI's NativeSelect, which brings much of its menu along. */
export function SelectInput({ label, options, value, onChange, placeholder, error, hint, required = false, disabled = false, name, onBlur, inputRef }: SelectInputProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <FormControl fullWidth error={Boolean(error)} required={required} disabled={disabled}>
      <InputLabel htmlFor={id} shrink>{label}</InputLabel>
      <OutlinedInput
        id={id}
        label={label}
        notched
        inputComponent={Select}
        inputProps={{ type: undefined, children: <Choices options={options} placeholder={placeholder} /> }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={note ? `${id}-note` : undefined}
        endAdornment={<ArrowDropDown aria-hidden sx={arrow} />}
        sx={frame}
        {...(name && { name })}
        {...(onBlur && { onBlur })}
        {...(inputRef && { inputRef })}
      />
      {note && <FormHelperText id={`${id}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}

/** MUI types every input as a text's. */
function Select(props: InputBaseComponentProps) {
  return createElement('select', props);
}

function Choices({ options, placeholder }: Pick<SelectInputProps, 'options' | 'placeholder'>) {
  return (
    <>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => {
        const choice = typeof option === 'string' ? { value: option, label: option } : option;
        return <option key={choice.value} value={choice.value}>{choice.label}</option>;
      })}
    </>
  );
}

/** The arrow lies on the select, which takes the whole width, so that every place opens it. */
const frame = { p: 0, '& select': { appearance: 'none', pr: 4, cursor: 'pointer' }, '&.Mui-disabled select': { cursor: 'default' } } as const;
const arrow = { position: 'absolute', right: 7, pointerEvents: 'none', color: 'action.active' } as const;
