import type { Ref } from 'react';

import { Button } from '@/components/Button';
import { TextInput } from '@/components/TextInput';

interface Props {
  /** A recovery code, for those who do not have their phone at hand. */
  recovery: boolean;
  /** Absent where only one kind of code is accepted. */
  onSwitch?: (recovery: boolean) => void;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** A field for the code of an authenticator app, or for a recovery code. */
export function CodeInput({ recovery, onSwitch, value, onChange, error, inputRef }: Props) {
  const common = {
    required: true,
    autoFocus: true,
    value,
    error,
    inputRef,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    spellCheck: false,
    autoCapitalize: 'none',
  } as const;
  return (
    <>
      {recovery ? (
        <TextInput
          key="recovery"
          {...common}
          label="Recovery code"
          name="recovery-code"
          autoComplete="off"
          hint="One of the codes that you kept when you set up two-step sign-in. Each works once."
        />
      ) : (
        <TextInput
          key="code"
          {...common}
          label="Code"
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          hint="Six digits from your authenticator app."
        />
      )}
      {onSwitch && (
        <Button type="button" onClick={() => onSwitch(!recovery)} style={{ alignSelf: 'center' }}>
          {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      )}
    </>
  );
}
