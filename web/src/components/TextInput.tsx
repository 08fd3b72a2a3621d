import type { ComponentProps, ReactNode, Ref } from 'react';

import { Field, type FieldProps } from '@/components/Field';

export interface TextInputProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps | 'ref' | 'className' | 'style' | 'children'> {
  inputRef?: Ref<HTMLInputElement> | undefined;
  startAdornment?: ReactNode;
  endAdornment?: ReactNode;
}

/** The browser draws something in these even when they are empty, so their label may not lie over it. */
const neverBlank = new Set(['date', 'time', 'datetime-local']);

/** A labelled line to write on. One space for a placeholder is what the label's rules know an empty line by. */
export function TextInput({ label, error, hint, id, required, disabled, inputRef, startAdornment, endAdornment, type = 'text', placeholder, ...input }: TextInputProps) {
  const blank = neverBlank.has(type) || startAdornment ? undefined : ' ';
  return (
    <Field label={label} error={error} hint={hint} id={id} required={required} disabled={disabled}>
      {(wiring) => (
        <>
          {startAdornment}
          <input {...input} {...wiring} {...(endAdornment && { className: 'shortened' })} ref={inputRef} type={type} placeholder={placeholder || blank} />
          {endAdornment && <span className="field-after">{endAdornment}</span>}
        </>
      )}
    </Field>
  );
}
