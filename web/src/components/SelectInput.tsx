import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';

import { Field, type FieldProps } from '@/components/Field';

/** Those of one group follow each other, under its heading. */
export type SelectOption =
  | string
  | {
      value: string;
      label: string;
      group?: string | undefined;
      /** Shown, and cannot be chosen: the field's hint says why. */
      disabled?: boolean;
    };

export interface SelectInputProps extends Omit<FieldProps, 'id'> {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  /** The words of an empty first choice, for a field that starts without a value. */
  placeholder?: string | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  inputRef?: Ref<HTMLSelectElement> | undefined;
}

/** The browser's own select: quick on an iPad, and no menu code to load. */
export function SelectInput({
  label,
  error,
  hint,
  required,
  disabled,
  options,
  value,
  onChange,
  placeholder,
  name,
  onBlur,
  inputRef,
}: SelectInputProps) {
  const isOffered =
    (value === '' && placeholder !== undefined) ||
    options.some((option) => value === (typeof option === 'string' ? option : option.value));
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      required={required}
      disabled={disabled}
      labelOnBorder
    >
      {({ label: words, notched, ...wiring }) => (
        <NativeSelect
          {...wiring}
          input={<OutlinedInput label={words} notched={notched} />}
          inputRef={inputRef}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {/* Without it a browser shows the first choice for a value that is not among them, such as one whose choices are still loading. */}
          {!isOffered && (
            <option value={value} hidden>
              {value === '' ? 'Not chosen' : 'Not listed'}
            </option>
          )}
          {grouped(options).map(([group, choices]) => {
            const lines = choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ));
            return group === undefined ? (
              lines
            ) : (
              <optgroup key={group} label={group}>
                {lines}
              </optgroup>
            );
          })}
        </NativeSelect>
      )}
    </Field>
  );
}

/** The choices by their group, in the order in which the groups come first. */
function grouped(options: readonly SelectOption[]) {
  const groups = new Map<
    string | undefined,
    { value: string; label: string; disabled?: boolean }[]
  >();
  for (const option of options) {
    const choice =
      typeof option === 'string' ? { value: option, label: option, group: undefined } : option;
    groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  }
  return [...groups];
}
