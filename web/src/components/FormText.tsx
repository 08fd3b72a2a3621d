import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';

import { TextInput, type TextInputProps } from '@/components/TextInput';

interface Props<Form extends FieldValues> extends Omit<TextInputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef'> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
}

/** A text input bound to a form field, its error beneath. */
export function FormText<Form extends FieldValues>({ control, name, ...rest }: Props<Form>) {
  const { field: { ref, ...field }, fieldState } = useController({ control, name });
  return <TextInput {...rest} {...field} inputRef={ref} error={fieldState.error?.message} />;
}
