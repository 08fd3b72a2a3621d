import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import { useId, type ReactNode } from 'react';

export interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  id?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
}

interface Props extends FieldProps {
  /** The label is on the border from the start, because something else is drawn in its place. */
  labelOnBorder: boolean;
  children: (wiring: InputAttributes) => ReactNode;
}

/** The props that connect MUI's input with its label and note; it takes the rest from the FormControl. */
interface InputAttributes {
  id: string;
  label: string;
  notched?: true;
  'aria-describedby': string | undefined;
}

/** The label, input and note of a field. MUI's TextField is the same, but imports Select and Menu, which are not used here: selects are native. */
export function Field({
  label,
  error,
  hint,
  id,
  required = false,
  disabled = false,
  labelOnBorder,
  children,
}: Props) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  return (
    <FormControl error={Boolean(error)} required={required} disabled={disabled}>
      <InputLabel htmlFor={inputId} {...(labelOnBorder && { shrink: true })}>
        {label}
      </InputLabel>
      {children({
        id: inputId,
        label,
        ...(labelOnBorder && { notched: true }),
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && <FormHelperText id={noteId}>{note}</FormHelperText>}
    </FormControl>
  );
}
