import type { ComponentProps, CSSProperties, Ref } from 'react';

import { Field, type FieldProps } from '@/components/Field';
import { fieldLine } from '@/theme/fields';

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, keyof FieldProps | 'ref' | 'className' | 'style' | 'children' | 'rows'> {
  inputRef?: Ref<HTMLTextAreaElement> | undefined;
  /** How many lines there is room for at least, and from how many on it scrolls. */
  minRows?: number;
  maxRows?: number;
}

/** Several lines to write on, as high as their text: the browser sees to it. */
export function TextArea({ label, error, hint, id, required, disabled, inputRef, minRows = 1, maxRows, placeholder, ...area }: TextAreaProps) {
  const style: CSSProperties = { minHeight: high(minRows), maxHeight: maxRows && high(maxRows) };
  return (
    <Field label={label} error={error} hint={hint} id={id} required={required} disabled={disabled}>
      {(wiring) => <textarea {...area} {...wiring} ref={inputRef} rows={minRows} style={style} placeholder={placeholder || ' '} />}
    </Field>
  );
}

const high = (rows: number) => `calc(${rows} * ${fieldLine}em)`;
