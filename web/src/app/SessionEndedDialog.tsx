import Alert from '@mui/material/Alert';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState, type SyntheticEvent } from 'react';
import { useDispatch } from 'react-redux';

import { baseApi } from '@/api/baseApi';
import { asFailure } from '@/api/failure';
import { tagTypes, useLoginMutation } from '@/api/generated';
import { sessionResumed } from '@/lib/signedOut';
import { Button } from '@/components/Button';
import { ButtonLink } from '@/components/ButtonLink';
import { CodeInput } from '@/components/CodeInput';
import { PasswordInput } from '@/components/PasswordInput';
import { paths } from '@/lib/paths';

/** Covers a page whose session is over, so that nobody reads it and nothing typed in it is lost. */
export function SessionEndedDialog({ email }: { email: string }) {
  const id = useId();
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<'password' | 'code' | 'recovery'>('password');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [login, { isLoading }] = useLoginMutation();
  const dispatch = useDispatch();

  const go = (next: typeof step) => {
    setStep(next);
    setCode('');
    setError(undefined);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    try {
      await login({ email, password, ...(step !== 'password' && { code: code.trim() }) }).unwrap();
      dispatch(sessionResumed());
      // Requests made in between were refused; refetch.
      dispatch(baseApi.util.invalidateTags(tagTypes.filter((tag) => tag !== 'auth')));
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (failure.code === 'code_required') return go('code');
      if (failure.code === 'wrong_credentials') setStep('password');
      setCode('');
      setError(failure.message);
    }
  };

  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth="xs"
      fullWidth
      slotProps={{ backdrop: { sx: { bgcolor: 'background.default' } } }}
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id={id} variant="h2">
          Your session ended
        </DialogTitle>
        <DialogContent>
          <Stack spacing={2.5}>
            <Typography>Your session ended. Sign in to go on.</Typography>
            {error && <Alert severity="error">{error}</Alert>}
            <Typography sx={{ fontWeight: 600 }}>{email}</Typography>
            <input
              type="text"
              name="username"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            {step === 'password' ? (
              <PasswordInput
                label="Password"
                name="password"
                autoComplete="current-password"
                autoFocus
                required
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            ) : (
              <CodeInput
                recovery={step === 'recovery'}
                onSwitch={(recovery) => go(recovery ? 'recovery' : 'code')}
                value={code}
                onChange={setCode}
              />
            )}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 3, gap: 1 }}>
          <ButtonLink to={paths.signOut}>Leave this page</ButtonLink>
          <Button
            type="submit"
            variant="contained"
            loading={isLoading}
            disabled={step === 'password' ? !password : !code.trim()}
          >
            Sign in
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
