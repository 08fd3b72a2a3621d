import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';

import { fetchJson, asFailure } from '@/api/fetchJson';
import { Button } from '@/components/Button';
import { TextInput } from '@/components/TextInput';
import { emailProblem } from '@/lib/validation';

/** For those who forgot their clinic's address: it is mailed to them. */
export function Component() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const done = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (sent) done.current?.focus();
  }, [sent]);

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const found = emailProblem(email);
    setProblem(found);
    setRefusal(undefined);
    if (found) return;
    setBusy(true);
    try {
      await fetchJson('/api/clinics/find', { body: { email: email.trim() } });
      setSent(true);
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      if (fields['email']) setProblem(`Email ${fields['email']}`);
      else setRefusal(message);
    }
    setBusy(false);
  };

  return (
    <Box sx={{ py: { xs: 3, sm: 7 }, maxWidth: 480, mx: 'auto' }}>
      <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 } }}>
        {sent ? (
          <>
            <Typography
              variant="h2"
              component="h1"
              ref={done}
              tabIndex={-1}
              sx={{ mb: 1, outline: 'none' }}
            >
              Check your mail
            </Typography>
            <Typography color="textSecondary">
              If {email.trim()} belongs to a member of a clinic, a mail with the clinic’s address is
              on its way. It may take a minute.
            </Typography>
          </>
        ) : (
          <Box
            component="form"
            noValidate
            onSubmit={(event: SyntheticEvent<HTMLFormElement>) => void submit(event)}
          >
            <Typography variant="h2" component="h1" sx={{ mb: 1 }}>
              Find your clinic
            </Typography>
            <Typography color="textSecondary" sx={{ mb: 3 }}>
              You sign in at your clinic’s own address. If you have forgotten it, we mail it to you.
            </Typography>
            <Stack spacing={2.5}>
              {refusal && <Alert severity="error">{refusal}</Alert>}
              <TextInput
                label="Email"
                name="email"
                type="email"
                autoComplete="email"
                required
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                error={problem}
              />
              <Button type="submit" variant="contained" size="large" loading={busy}>
                Send the address
              </Button>
            </Stack>
          </Box>
        )}
      </Paper>
    </Box>
  );
}
