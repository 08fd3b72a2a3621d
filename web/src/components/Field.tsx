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
  /** The label stands on the border from the start, because something else is drawn where it would lie. */
  labelOnBorder: boolean;
  children: (wiring: Wiring) => ReactNode;
}

/** What MUI's input needs in order to belong to its label and its note; the rest it has from the form control around it. */
interface Wiring {
  id: string;
  label: string;
  notched?: true;
  'aria-describedby': string | undefined;
}

/**
 * A label, what is typed in or chosen from, and a note beneath. MUI's TextField is the same and brings the code of its Select and Menu along,
 * which nothing here draws: a list of choices is the browser's own.
 */
export function Field({ label, error, hint, id, required = false, disabled = false, labelOnBorder, children }: Props) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  return (
    <FormControl error={Boolean(error)} required={required} disabled={disabled}>
      <InputLabel htmlFor={inputId} {...(labelOnBorder && { shrink: true })}>{label}</InputLabel>
      {children({ id: inputId, label, ...(labelOnBorder && { notched: true }), 'aria-describedby': note ? noteId : undefined })}
      {note && <FormHelperText id={noteId}>{note}</FormHelperText>}
    </FormControl>
  );
}
