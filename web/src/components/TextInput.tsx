import InputAdornment from '@mui/material/InputAdornment';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState, type ComponentProps, type FormEvent, type ReactNode, type Ref } from 'react';

import { Field, type FieldProps } from '@/components/Field';

export interface TextInputProps
  extends
    FieldProps,
    Omit<ComponentProps<'input'>, keyof FieldProps | 'ref' | 'className' | 'style' | 'children'> {
  inputRef?: Ref<HTMLInputElement> | undefined;
  startAdornment?: ReactNode;
  endAdornment?: ReactNode;
  /**
   * Called when a date that is incomplete or does not exist begins and ceases to be in the field, with the value: the browser's own is ''
   * for such a date.
   */
  onImpossible?: (impossible: boolean, value: string) => void;
}

/** The browser draws something in these even when they are empty, so their label may not lie over it. */
const neverBlank = new Set(['date', 'time', 'datetime-local']);

/** A labelled line to write on. */
export function TextInput({
  label,
  error,
  hint,
  id,
  required,
  disabled,
  inputRef,
  startAdornment,
  endAdornment,
  type = 'text',
  placeholder,
  onImpossible,
  ...input
}: TextInputProps) {
  const impossible = useImpossible(type, error !== undefined, onImpossible);
  return (
    <Field
      label={label}
      error={impossible.error ?? error}
      hint={hint}
      id={id}
      required={required}
      disabled={disabled}
      labelOnBorder={neverBlank.has(type) || Boolean(startAdornment || placeholder)}
    >
      {(wiring) => (
        <OutlinedInput
          {...wiring}
          type={type}
          placeholder={placeholder}
          inputRef={inputRef}
          startAdornment={startAdornment}
          endAdornment={
            endAdornment && <InputAdornment position="end">{endAdornment}</InputAdornment>
          }
          slotProps={{ input: { ...input, ...impossible.watch(input) } }}
        />
      )}
    </Field>
  );
}

/** What is wrong with a date or a time that the browser cannot read. */
const notWhole = {
  date: 'Enter a whole date that exists, such as 11/20/2026',
  'datetime-local': 'Enter a whole date and time that exist',
} as const;

/**
 * A native date field with 02/31/1980 in it, or only a month, has the value '': as if nothing had been entered. Only its validity
 * shows the difference, and no event is sent when the value was '' before; so it is checked after every key, and the error shown when the field is left or was refused.
 */
function useImpossible(type: string, refused: boolean, tell: TextInputProps['onImpossible']) {
  const [state, setState] = useState({ impossible: false, left: false });
  const words = type === 'date' || type === 'datetime-local' ? notWhole[type] : undefined;
  const look = (
    { currentTarget: { validity, value } }: FormEvent<HTMLInputElement>,
    left: boolean,
  ) => {
    const impossible = validity.badInput;
    if (impossible !== state.impossible) tell?.(impossible, value);
    if (impossible !== state.impossible || left !== state.left) setState({ impossible, left });
  };
  const watched =
    <Event extends FormEvent<HTMLInputElement>>(
      own: ((event: Event) => void) | undefined,
      left = false,
    ) =>
    (event: Event) => {
      own?.(event);
      look(event, left);
    };
  return {
    error: words && state.impossible && (state.left || refused) ? words : undefined,
    watch: ({
      onChange,
      onKeyUp,
      onFocus,
      onBlur,
    }: ComponentProps<'input'>): ComponentProps<'input'> =>
      words
        ? {
            onChange: watched(onChange),
            onKeyUp: watched(onKeyUp),
            onFocus: watched(onFocus),
            onBlur: watched(onBlur, true),
          }
        : {},
  };
}
