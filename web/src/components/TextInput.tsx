import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId, type CSSProperties } from 'react';

export interface TextInputProps extends Omit<OutlinedInputProps, 'error' | 'label' | 'rows' | 'minRows' | 'maxRows'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Of several lines: how many there is room for at least, and from how many on it scrolls. */
  minRows?: number;
  maxRows?: number;
}

/** Of MUI's inputs, in em. */
const lineHeight = 1.4375;

/** The browser draws something in these even when they are empty, so their label may not lie over it. */
const neverBlank = new Set(['date', 'time', 'datetime-local']);

/** As high as its text: the browser sees to it, where MUI's own area measures itself three times over. */
function area(minRows: number, maxRows: number | undefined) {
  const high = (rows: number) => `calc(${rows} * ${lineHeight}em)`;
  const style: CSSProperties = { minHeight: high(minRows), maxHeight: maxRows && high(maxRows) };
  return { rows: minRows, type: undefined, style };
}

/**
 * A labelled input. MUI's own TextField would bring Select, Menu and Popper with it (25 kB gz). What tells a keyboard how to look
 * goes to the input itself: MUI would leave it on the frame around it.
 */
export function TextInput({ label, error, hint, required = false, id, disabled = false, inputMode, autoCapitalize, spellCheck, minRows = 1, maxRows, ...input }: TextInputProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const note = error ?? hint;
  const shrink = neverBlank.has(input.type ?? '') || Boolean(input.startAdornment) || Boolean(input.placeholder);
  return (
    <FormControl fullWidth error={Boolean(error)} required={required} disabled={disabled}>
      <InputLabel htmlFor={inputId} {...(shrink && { shrink })}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        {...(input.multiline && { inputComponent: 'textarea' })}
        slotProps={{ ...input.slotProps, input: { ...input.slotProps?.input, inputMode, autoCapitalize, spellCheck, ...(input.multiline && area(minRows, maxRows)) } }}
        id={inputId}
        label={label}
        {...(shrink && { notched: true })}
        aria-describedby={note ? `${inputId}-note` : undefined}
      />
      {note && <FormHelperText id={`${inputId}-note`}>{note}</FormHelperText>}
    </FormControl>
  );
}
