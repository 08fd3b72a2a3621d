import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useProveIdentityMutation } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { FormDialog } from '@/components/FormDialog';
import { PasswordInput } from '@/components/PasswordInput';

interface Props {
  onProved: () => void;
  onClose: () => void;
}

/** Asks for the password again, before a step that carries somebody's name. */
export function ProveDialog({ onProved, onClose }: Props) {
  const email = useSession()?.member.email ?? '';
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [prove, { isLoading }] = useProveIdentityMutation();

  const submit = async () => {
    if (!password) {
      setError('Enter your password');
      return;
    }
    try {
      await prove({ password }).unwrap();
      onProved();
    } catch (thrown) {
      setError(asFailure(thrown).message);
    }
  };

  return (
    <FormDialog open title="Confirm that it is you" maxWidth="xs" submitLabel="Confirm" submitting={isLoading} onSubmit={submit} onClose={onClose}>
      <Typography>Enter your password to go on. You will not be asked again for 15 minutes.</Typography>
      {/* For password managers, which look for the name that belongs to a password. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        autoFocus
        required
        value={password}
        onChange={(event) => {
          setPassword(event.target.value);
          setError(undefined);
        }}
        error={error}
      />
    </FormDialog>
  );
}
