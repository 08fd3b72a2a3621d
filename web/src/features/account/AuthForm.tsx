import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode, SyntheticEvent } from 'react';

import { Button } from '@/components/Button';

interface Props {
  onSubmit: () => Promise<void>;
  submitLabel: string;
  submitting: boolean;
  error?: string | undefined;
  children: ReactNode;
}

/** A form within `AuthLayout`: its fields, its error, one wide button. */
export function AuthForm({ onSubmit, submitLabel, submitting, error, children }: Props) {
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!submitting) void onSubmit();
  };
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Stack spacing={2.5}>
        {error && <Alert severity="error">{error}</Alert>}
        {children}
        <Button
          type="submit"
          variant="contained"
          size="large"
          style={{ width: '100%' }}
          loading={submitting}
        >
          {submitLabel}
        </Button>
      </Stack>
    </Box>
  );
}
