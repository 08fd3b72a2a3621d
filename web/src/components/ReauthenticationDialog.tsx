import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { asFailure } from '@/api/failure';
import { useProveIdentityMutation, type Proof } from '@/api/generated';
import { useSession } from '@/api/useSession';
import { Button } from '@/components/Button';
import { CodeInput } from '@/components/CodeInput';
import { FormDialog } from '@/components/FormDialog';
import { PasswordInput } from '@/components/PasswordInput';
import { messages } from '@/lib/validation';

interface Props {
  onConfirmed: () => void;
  onClose: () => void;
  /** Sends the password or code with the action itself, for this one time. Without it the server keeps the confirmation for 15 minutes. */
  step?: (proof: Proof) => Promise<unknown>;
}

/** Asks for the password again, or for a code, before an action that needs it: signing as the director, changing the team. */
export function ReauthenticationDialog({ onConfirmed, onClose, step }: Props) {
  const session = useSession();
  const [by, setBy] = useState<'password' | 'code'>('password');
  const [given, setGiven] = useState('');
  const [error, setError] = useState<string>();
  const [prove] = useProveIdentityMutation();
  const [submitting, setSubmitting] = useState(false);

  const type = (value: string) => {
    setGiven(value);
    setError(undefined);
  };
  const go = (next: typeof by) => {
    setBy(next);
    type('');
  };
  const submit = async () => {
    if (!given.trim()) {
      setError(by === 'password' ? messages.noPassword : messages.noCode);
      return;
    }
    const proof: Proof = by === 'password' ? { password: given } : { code: given.trim() };
    setSubmitting(true);
    try {
      await (step ? step(proof) : prove(proof).unwrap());
      onConfirmed();
    } catch (thrown) {
      setError(asFailure(thrown).message);
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <FormDialog
      open
      title="Confirm that it is you"
      maxWidth="xs"
      submitLabel="Confirm"
      submitting={submitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{`Enter ${by === 'password' ? 'your password' : 'a code'} to go on.${step ? '' : ' You will not be asked again for 15 minutes.'}`}</Typography>
      {/* For password managers, which look for the name that belongs to a password. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={session?.member.email ?? ''}
        readOnly
        hidden
      />
      {by === 'password' ? (
        <PasswordInput
          key="password"
          label="Password"
          name="password"
          autoComplete="current-password"
          autoFocus
          required
          value={given}
          onChange={(event) => type(event.target.value)}
          error={error}
        />
      ) : (
        <CodeInput recovery={false} value={given} onChange={type} error={error} />
      )}
      {session?.second_factor === 'on' && (
        <Button
          type="button"
          onClick={() => go(by === 'password' ? 'code' : 'password')}
          style={{ alignSelf: 'center' }}
        >
          {by === 'password' ? 'Use a code instead' : 'Use your password instead'}
        </Button>
      )}
    </FormDialog>
  );
}
