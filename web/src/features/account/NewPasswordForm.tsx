import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { PasswordInput } from '@/components/PasswordInput';
import { AuthForm } from '@/features/account/AuthForm';
import { passwordHint, passwordProblem } from '@/lib/validation';

interface Props {
  submitLabel: string;
  /** Sends the password; rejects with the failure. */
  onChosen: (password: string) => Promise<unknown>;
  /** The link has been used, or has expired. */
  onLinkInvalid: () => void;
}

/** Chooses a password, for an invitation or in place of a forgotten one. */
export function NewPasswordForm({ submitLabel, onChosen, onLinkInvalid }: Props) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [alert, setAlert] = useState<string>();
  const [submitting, setSubmitting] = useState(false);

  const submit = async () => {
    const found = passwordProblem(password);
    setProblem(found);
    setAlert(undefined);
    if (found) return;
    setSubmitting(true);
    try {
      await onChosen(password);
    } catch (thrown) {
      const { code, status, fields, message } = asFailure(thrown);
      setSubmitting(false);
      if (code === 'link_invalid' || status === 404) onLinkInvalid();
      else if (fields['password']) setProblem(fields['password']);
      else setAlert(message);
    }
  };

  return (
    <AuthForm onSubmit={submit} submitLabel={submitLabel} submitting={submitting} error={alert}>
      <PasswordInput
        label="New password"
        name="new-password"
        autoComplete="new-password"
        required
        autoFocus
        hint={passwordHint}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={problem}
      />
    </AuthForm>
  );
}
