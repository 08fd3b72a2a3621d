import {
  useController,
  type Control,
  type FieldPathByValue,
  type FieldValues,
} from 'react-hook-form';

import { SignatureField, type SignatureFieldProps } from '@/components/signature/SignatureField';

interface Props<Form extends FieldValues> extends Pick<
  SignatureFieldProps,
  'label' | 'height' | 'disabled' | 'signer'
> {
  control: Control<Form, unknown, FieldValues>;
  name: FieldPathByValue<Form, string>;
}

/** A signature bound to a form field: '' until there is one. Its error is below and is announced. */
export function FormSignature<Form extends FieldValues>({ control, name, ...rest }: Props<Form>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <SignatureField
      {...rest}
      fieldRef={field.ref}
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error?.message}
    />
  );
}
