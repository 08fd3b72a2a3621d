import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import type { Ref } from 'react';

import { Field, type FieldProps } from '@/components/Field';
import { fieldLine } from '@/theme/fields';

export interface TextAreaProps
  extends
    FieldProps,
    Pick<
      OutlinedInputProps,
      'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'placeholder'
    > {
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
  /** How many lines there is room for at least, and from how many on it scrolls. */
  minRows?: number;
  maxRows?: number;
}

/** A labelled text area, as high as its text. The browser sets the height (`field-sizing`): MUI's TextareaAutosize measures a copy of the text at every key. */
export function TextArea({
  label,
  error,
  hint,
  id,
  required,
  disabled,
  minRows = 1,
  maxRows,
  ...area
}: TextAreaProps) {
  const style = { minHeight: high(minRows), maxHeight: maxRows && high(maxRows) };
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      id={id}
      required={required}
      disabled={disabled}
      labelOnBorder={Boolean(area.placeholder)}
    >
      {(wiring) => (
        <OutlinedInput
          {...area}
          {...wiring}
          multiline
          inputComponent="textarea"
          rows={minRows}
          slotProps={{ input: { style, type: undefined } }}
        />
      )}
    </Field>
  );
}

const high = (rows: number) => `calc(${rows} * ${fieldLine}em)`;
