import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';

import { useFieldHint } from '@/components/fieldChanges';
import { SelectInput, type SelectInputProps } from '@/components/SelectInput';

interface Props<Form extends FieldValues> extends Omit<
  SelectInputProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef'
> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
}

/** A select bound to a form field, with its error below. */
export function FormSelect<Form extends FieldValues>({
  control,
  name,
  hint,
  ...rest
}: Props<Form>) {
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name });
  return (
    <SelectInput
      {...rest}
      hint={useFieldHint(name, hint)}
      {...field}
      inputRef={ref}
      error={fieldState.error?.message}
    />
  );
}
