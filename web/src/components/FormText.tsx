import { useController, type Control, type FieldPathByValue, type FieldPathValue, type FieldValues } from 'react-hook-form';

import { TextInput, type TextInputProps } from '@/components/TextInput';

interface Props<Form extends FieldValues> extends Omit<TextInputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'onImpossible'> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
}

/** In the form for a date that is not whole or does not exist: no rule of a date lets it pass, so that it is never saved as none. */
const impossibleDate = 'impossible';

/** A text input bound to a form field, its error beneath. */
export function FormText<Form extends FieldValues>({ control, name, ...rest }: Props<Form>) {
  const { field: { ref, value, onChange, ...field }, fieldState } = useController({ control, name });
  return (
    <TextInput
      {...rest}
      {...field}
      value={value === impossibleDate ? '' : value}
      onChange={onChange}
      onImpossible={(impossible, shown) => onChange((impossible ? impossibleDate : shown) as FieldPathValue<Form, typeof name>)}
      inputRef={ref}
      error={fieldState.error?.message}
    />
  );
}
