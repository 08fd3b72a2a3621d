import { useRef, useState } from 'react';

import { asFailure } from '@/api/failure';
import { useChangePasswordMutation } from '@/api/generated';
import { FormDialog } from '@/components/FormDialog';
import { PasswordInput } from '@/components/PasswordInput';
import { useNotify } from '@/lib/notices';
import { passwordHint, passwordProblem } from '@/lib/validation';

interface Props {
  email: string;
  onClose: () => void;
}

interface Problems {
  current?: string | undefined;
  wanted?: string | undefined;
}

/** Changes one's own password. Two fields need no form library. */
export function PasswordDialog({ email, onClose }: Props) {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [alert, setAlert] = useState<string>();
  const currentField = useRef<HTMLInputElement>(null);
  const wantedField = useRef<HTMLInputElement>(null);
  const [change, { isLoading }] = useChangePasswordMutation();
  const notify = useNotify();

  const point = (found: Problems) => {
    setProblems(found);
    (found.current ? currentField : found.wanted ? wantedField : null)?.current?.focus();
    return Boolean(found.current || found.wanted);
  };

  const save = async () => {
    setAlert(undefined);
    if (
      point({
        current: current ? undefined : 'Enter your current password',
        wanted: passwordProblem(wanted),
      })
    )
      return;
    try {
      await change({ current_password: current, new_password: wanted }).unwrap();
      notify({
        tone: 'success',
        text: 'Your password is changed. You are signed out everywhere else.',
      });
      onClose();
    } catch (thrown) {
      const { code, fields, message } = asFailure(thrown);
      const found =
        code === 'wrong_password'
          ? { current: message }
          : { current: fields['current_password'], wanted: fields['new_password'] };
      if (!point(found)) setAlert(message);
    }
  };

  return (
    <FormDialog
      open
      title="Change password"
      maxWidth="xs"
      submitLabel="Change password"
      submitting={isLoading}
      dirty={current !== '' || wanted !== ''}
      error={alert}
      onSubmit={save}
      onClose={onClose}
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        name="current-password"
        autoComplete="current-password"
        required
        autoFocus
        inputRef={currentField}
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        error={problems.current}
      />
      <PasswordInput
        label="New password"
        name="new-password"
        autoComplete="new-password"
        required
        hint={passwordHint}
        inputRef={wantedField}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        error={problems.wanted}
      />
    </FormDialog>
  );
}
