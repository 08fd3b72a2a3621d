import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';

import { useFieldHint } from '@/components/fieldChanges';
import { TextArea, type TextAreaProps } from '@/components/TextArea';

interface Props<Form extends FieldValues> extends Omit<
  TextAreaProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'inputRef'
> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
}

/** Several lines bound to a form field, with its error below. */
export function FormArea<Form extends FieldValues>({ control, name, hint, ...rest }: Props<Form>) {
  const {
    field: { ref, ...field },
    fieldState,
  } = useController({ control, name });
  return (
    <TextArea
      {...rest}
      hint={useFieldHint(name, hint)}
      {...field}
      inputRef={ref}
      error={fieldState.error?.message}
    />
  );
}
