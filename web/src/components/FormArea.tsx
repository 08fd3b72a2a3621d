import { useController, type Control, type FieldPathByValue, type FieldValues } from 'react-hook-form';

import { TextArea, type TextAreaProps } from '@/components/TextArea';

interface Props<Form extends FieldValues> extends Omit<TextAreaProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef'> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
}

/** Several lines bound to a form field, with its error below. */
export function FormArea<Form extends FieldValues>({ control, name, ...rest }: Props<Form>) {
  const { field: { ref, ...field }, fieldState } = useController({ control, name });
  return <TextArea {...rest} {...field} inputRef={ref} error={fieldState.error?.message} />;
}
