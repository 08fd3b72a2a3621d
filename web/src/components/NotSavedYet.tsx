import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';

import { Button } from '@/components/Button';

/** Shown in a form whose save failed. Its button submits the form again. */
export function NotSavedYet({ problem }: { problem: string }) {
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ alignItems: 'center' }}
      action={
        <Button type="submit" color="inherit">
          Try again
        </Button>
      }
    >
      <AlertTitle>Not saved yet</AlertTitle>
      {problem === 'Request failed'
        ? 'The server did not take it. Everything you entered is still here.'
        : problem}
    </Alert>
  );
}
