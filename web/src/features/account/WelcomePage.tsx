import CircularProgress from '@mui/material/CircularProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { asFailure } from '@/api/failure';
import { useTakeOverMutation } from '@/api/generated';
import { AuthLayout } from '@/features/account/AuthLayout';
import { AuthLink } from '@/features/account/AuthLink';
import { paths } from '@/lib/paths';

/** The page after a sign-up: it signs the new owner in at the clinic's host. The token is in the fragment (#), so that it appears in no server log. */
export function Component() {
  const [takeOver] = useTakeOverMutation();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const sent = useRef(false);

  useEffect(() => {
    // Once, although React may run effects twice: the link works once.
    if (sent.current) return;
    sent.current = true;
    const token = window.location.hash.slice(1);
    window.history.replaceState(window.history.state, '', window.location.pathname);
    takeOver({ token })
      .unwrap()
      .then(() => navigate(paths.dashboard, { replace: true }))
      .catch((thrown: unknown) => {
        const { status, message } = asFailure(thrown);
        setProblem(
          status === 404 || status === 422
            ? 'This link has been used, or its minute is over. Your clinic is ready: sign in with the email and password that you chose.'
            : message,
        );
      });
  }, [takeOver, navigate]);

  if (problem)
    return (
      <AuthLayout
        title="Your clinic is ready"
        intro={problem}
        foot={<AuthLink to={paths.signIn}>Sign in</AuthLink>}
      />
    );
  return (
    <AuthLayout title="Welcome">
      <Stack direction="row" spacing={2} role="status" sx={{ alignItems: 'center' }}>
        <CircularProgress size={24} aria-hidden />
        <Typography>Opening your clinic…</Typography>
      </Stack>
    </AuthLayout>
  );
}
