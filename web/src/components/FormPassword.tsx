import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';

import { PasswordInput } from '@/components/PasswordInput';
import type { TextInputProps } from '@/components/TextInput';

interface Props<Form extends FieldValues> extends Omit<TextInputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'type' | 'endAdornment'> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
}

/** A password field bound to a form. */
export function FormPassword<Form extends FieldValues>({ control, name, ...rest }: Props<Form>) {
  const { field: { ref, ...field }, fieldState } = useController({ control, name });
  return <PasswordInput {...rest} {...field} inputRef={ref} error={fieldState.error?.message} />;
}
