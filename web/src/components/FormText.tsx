import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldPathValue,
  type FieldValues,
} from 'react-hook-form';

import { useFieldHint } from '@/components/fieldChanges';
import { TextInput, type TextInputProps } from '@/components/TextInput';

interface Props<Form extends FieldValues> extends Omit<
  TextInputProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef' | 'onImpossible'
> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
}

/** The form's value for a date that is incomplete or does not exist: it passes no date rule, so that it is never saved as an empty date. */
const impossibleDate = 'impossible';

/** A text input bound to a form field, with its error below. */
export function FormText<Form extends FieldValues>({ control, name, hint, ...rest }: Props<Form>) {
  const {
    field: { ref, value, onChange, ...field },
    fieldState,
  } = useController({ control, name });
  return (
    <TextInput
      {...rest}
      hint={useFieldHint(name, hint)}
      {...field}
      value={value === impossibleDate ? '' : value}
      onChange={onChange}
      onImpossible={(impossible, shown) =>
        onChange((impossible ? impossibleDate : shown) as FieldPathValue<Form, typeof name>)
      }
      inputRef={ref}
      error={fieldState.error?.message}
    />
  );
}
