import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';

import { asFailure } from '@/api/failure';
import { useSetPinMutation } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { PasswordInput } from '@/components/PasswordInput';
import { reauthenticationCancelled, useReauthentication } from '@/components/useReauthentication';
import { useNotify } from '@/lib/notices';

interface Props {
  /** Why it is asked for now. */
  reason?: string;
  onClose: () => void;
  /** Called when the PIN is set, before the dialog closes. */
  onSet?: () => void;
}

interface Problems {
  pin?: string | undefined;
  again?: string | undefined;
}

const shape = /^\d{4,8}$/;

/** Sets one's own PIN, or another one. Two fields need no form library. */
export function PinDialog({
  reason = 'Your PIN takes a device back after a patient has signed on it.',
  onClose,
  onSet,
}: Props) {
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [alert, setAlert] = useState<string>();
  const pinField = useRef<HTMLInputElement>(null);
  const againField = useRef<HTMLInputElement>(null);
  const [set, { isLoading }] = useSetPinMutation();
  const withReauthentication = useReauthentication();
  const notify = useNotify();

  const point = (found: Problems) => {
    setProblems(found);
    (found.pin ? pinField : found.again ? againField : null)?.current?.focus();
    return Boolean(found.pin || found.again);
  };

  const save = async () => {
    setAlert(undefined);
    const wrong = shape.test(pin) ? undefined : 'Enter 4 to 8 digits';
    if (
      point({ pin: wrong, again: wrong || again === pin ? undefined : 'Enter the same PIN again' })
    )
      return;
    try {
      await withReauthentication(() => set({ pin }).unwrap());
      notify({ tone: 'success', text: 'Your PIN is set.' });
      onSet?.();
      onClose();
    } catch (thrown) {
      if (thrown === reauthenticationCancelled) return;
      const { fields, message } = asFailure(thrown);
      if (!point({ pin: fields['pin'] && `The PIN ${fields['pin']}` })) setAlert(message);
    }
  };

  return (
    <FormDialog
      open
      title="PIN for handing over"
      maxWidth="xs"
      submitLabel="Set PIN"
      submitting={isLoading}
      dirty={pin !== '' || again !== ''}
      error={alert}
      onSubmit={save}
      onClose={onClose}
    >
      <Typography color="textSecondary">{reason}</Typography>
      <PasswordInput
        label="PIN"
        name="pin"
        autoComplete="off"
        inputMode="numeric"
        required
        autoFocus
        hint="4 to 8 digits, and not a row such as 1234"
        inputRef={pinField}
        value={pin}
        onChange={(event) => setPin(event.target.value)}
        error={problems.pin}
      />
      <PasswordInput
        label="PIN again"
        name="pin-again"
        autoComplete="off"
        inputMode="numeric"
        required
        inputRef={againField}
        value={again}
        onChange={(event) => setAgain(event.target.value)}
        error={problems.again}
      />
    </FormDialog>
  );
}
